import { useCallback, useEffect, useRef, useState } from 'react';
import { startExclusively } from './exclusivePlayback.ts';
import { refusalOf } from './refusal.ts';

export type Sound = {
  /** The address being played or loaded, or null. */
  src: string | null;
  state: 'idle' | 'loading' | 'playing' | 'paused' | 'failed';
  /** Fraction heard, 0 to 1. */
  played: number;
};

const silence: Sound = { src: null, state: 'idle', played: 0 };

/**
 * A loudspeaker of a page: starting a sound stops the one before it, here or anywhere else.
 * `toggle(src)` plays it, pauses it, or goes on where it was.
 */
export function useSound(): Sound & { toggle: (src: string) => void; stop: () => void } {
  const [sound, setSound] = useState(silence);
  const audio = useRef<HTMLAudioElement | null>(null);
  /** Where it is, s. */
  const place = useRef(0);

  const stop = useCallback(() => {
    audio.current?.pause();
    audio.current?.removeAttribute('src');
    audio.current = null;
    setSound(silence);
  }, []);
  useEffect(() => stop, [stop]);

  const play = (element: HTMLAudioElement) => {
    element.play().catch((error: unknown) => {
      const why = refusalOf(error);
      if (audio.current !== element || why === 'AbortError') return;
      setSound((was) => ({ ...was, state: why === 'NotAllowedError' ? 'paused' : 'failed' }));
    });
  };

  const start = (src: string, from = 0) => {
    audio.current?.pause();
    const element = new Audio(src);
    if (from > 0) {
      const goOn = () => {
        element.currentTime = from;
      };
      element.addEventListener('loadedmetadata', goOn, { once: true });
    }
    audio.current = element;
    place.current = from;
    const say = (change: Partial<Sound>) => {
      if (audio.current === element) setSound((was) => ({ ...was, ...change }));
    };
    const quiet = () => element.pause();
    element.addEventListener('play', () => {
      startExclusively(quiet);
      say({ state: 'loading' });
    });
    element.addEventListener('playing', () => say({ state: 'playing' }));
    element.addEventListener('pause', () => say({ state: 'paused' }));
    element.addEventListener('error', () => {
      if (audio.current !== element) return;
      // Its link ran out in a long pause: a new one is fetched, unless that broke off at once too.
      if (!element.paused && place.current > from) start(src, place.current);
      else say({ state: 'failed' });
    });
    element.addEventListener('ended', () => say(silence));
    element.addEventListener('timeupdate', () => {
      if (audio.current !== element) return;
      place.current = element.currentTime;
      say({ played: element.duration > 0 ? element.currentTime / element.duration : 0 });
    });
    setSound((was) => ({ src, state: 'loading', played: from > 0 ? was.played : 0 }));
    play(element);
  };

  const toggle = (src: string) => {
    const current = audio.current;
    if (!current || sound.src !== src) start(src);
    else if (sound.state === 'failed') start(src, place.current);
    else if (current.paused) play(current);
    else current.pause();
  };

  return { ...sound, toggle, stop };
}
