import { useCallback, useEffect, useRef, useState } from 'react';
import { rejectionName, startExclusively } from './player.ts';

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
    audio.current = element;
    position.current = from;
    const change = (to: Partial<Sound>) => setSound((was) => ({ ...was, ...to }));
    const on = (event: string, handle: () => void) =>
      element.addEventListener(event, () => audio.current === element && handle());
    const pause = () => element.pause();
    on('loadedmetadata', () => {
      if (from > 0) element.currentTime = from;
    });
    on('play', () => {
      startExclusively(pause);
      change({ state: 'loading' });
    });
    on('playing', () => change({ state: 'playing' }));
    on('pause', () => change({ state: 'paused' }));
    on('error', () => {
      // The signed link may have expired during a pause: fetch a new one, but not over and over.
      if (!element.paused && position.current > from) start(src, position.current);
      else change({ state: 'failed' });
    });
    on('ended', () => change(silence));
    on('timeupdate', () => {
      position.current = element.currentTime;
      change({ played: element.duration > 0 ? element.currentTime / element.duration : 0 });
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
