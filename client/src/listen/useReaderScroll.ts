import { useEffect } from 'react';

/** Longest duration of a browser's smooth scroll, ms; a later scroll is the reader's. */
export const SCROLL_MS = 1500;

const SCROLL_KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown']);

/** Calls `onScroll` when the reader scrolls; dragging the wave or a sheet does not count. */
export function useReaderScroll(onScroll: () => void, matters = true): void {
  useEffect(() => {
    if (!matters) return;
    const scrolled = (event: Event) => {
      if (event instanceof KeyboardEvent && !SCROLL_KEYS.has(event.key)) return;
      const elsewhere = '[role=slider], [role=dialog], input, textarea';
      if (event.target instanceof Element && event.target.closest(elsewhere)) return;
      onScroll();
    };
    const kinds = ['wheel', 'touchmove', 'keydown'];
    for (const kind of kinds) addEventListener(kind, scrolled, { passive: true });
    return () => {
      for (const kind of kinds) removeEventListener(kind, scrolled);
    };
  }, [onScroll, matters]);
}
