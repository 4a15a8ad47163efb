import { useEffect, useEffectEvent } from 'react';

/** Longest duration of a browser's smooth scroll, ms; a later scroll is the reader's. */
const SCROLL_MS = 1500;

const SCROLL_KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown']);

/** Calls `onScroll` when the reader scrolls; dragging the wave or a sheet does not count. */
export function useReaderScroll(onScroll: () => void): void {
  const scrolled = useEffectEvent((event: Event) => {
    if (event instanceof KeyboardEvent && !SCROLL_KEYS.has(event.key)) return;
    const elsewhere = '[role=slider], [role=dialog], input, textarea';
    if (event.target instanceof Element && event.target.closest(elsewhere)) return;
    onScroll();
  });
  useEffect(() => {
    const end = new AbortController();
    for (const kind of ['wheel', 'touchmove', 'keydown']) {
      const options = { passive: true, signal: end.signal };
      addEventListener(kind, (event) => scrolled(event), options);
    }
    return () => end.abort();
  }, []);
}

/**
 * Scrolls smoothly by `show`. Lines that come into view may turn out taller than estimated, so it
 * corrects once at the end of the scroll, unless the returned function has been called.
 */
export function scrollSmoothly(show: () => void): () => void {
  show();
  const signal = AbortSignal.timeout(SCROLL_MS);
  document.addEventListener('scrollend', show, { once: true, signal });
  return () => document.removeEventListener('scrollend', show);
}
