import { useCallback, useEffect, useRef, useState } from 'react';
import { startExclusively } from './exclusivePlayback.ts';
import { rejectionName } from './playRejection.ts';

export type Sound = {
  src: string | null;
  state: 'idle' | 'loading' | 'playing' | 'paused' | 'failed';
  /** Fraction played, 0 to 1. */
  played: number;
};

const silence: Sound = { src: null, state: 'idle', played: 0 };

/** Starting one pauses any other sound on the page. */
export function useSound(): Sound & { toggle: (src: string) => void; stop: () => void } {
  const [sound, setSound] = useState(silence);
  const audio = useRef<HTMLAudioElement | null>(null);
  const position = useRef(0);

  const stop = useCallback(() => {
    audio.current?.pause();
    audio.current?.removeAttribute('src');
    audio.current = null;
    setSound(silence);
  }, []);
  useEffect(() => stop, [stop]);

  const play = (element: HTMLAudioElement) => {
    element.play().catch((error: unknown) => {
      const why = rejectionName(error);
      if (audio.current !== element || why === 'AbortError') return;
      setSound((was) => ({ ...was, state: why === 'NotAllowedError' ? 'paused' : 'failed' }));
    });
  };

  const start = (src: string, from = 0) => {
    audio.current?.pause();
    const element = new Audio(src);
    if (from > 0) {
      const seekTo = () => {
        element.currentTime = from;
      };
      element.addEventListener('loadedmetadata', seekTo, { once: true });
    }
    audio.current = element;
    position.current = from;
    const report = (change: Partial<Sound>) => {
      if (audio.current === element) setSound((was) => ({ ...was, ...change }));
    };
    const pause = () => element.pause();
    element.addEventListener('play', () => {
      startExclusively(pause);
      report({ state: 'loading' });
    });
    element.addEventListener('playing', () => report({ state: 'playing' }));
    element.addEventListener('pause', () => report({ state: 'paused' }));
    element.addEventListener('error', () => {
      if (audio.current !== element) return;
      // The signed link may have expired during a pause: fetch a new one, but not over and over.
      if (!element.paused && position.current > from) start(src, position.current);
      else report({ state: 'failed' });
    });
    element.addEventListener('ended', () => report(silence));
    element.addEventListener('timeupdate', () => {
      if (audio.current !== element) return;
      position.current = element.currentTime;
      report({ played: element.duration > 0 ? element.currentTime / element.duration : 0 });
    });
    setSound((was) => ({ src, state: 'loading', played: from > 0 ? was.played : 0 }));
    play(element);
  };

  const toggle = (src: string) => {
    const current = audio.current;
    if (!current || sound.src !== src) start(src);
    else if (sound.state === 'failed') start(src, position.current);
    else if (current.paused) play(current);
    else current.pause();
  };

  return { ...sound, toggle, stop };
}
