import { type RefObject, useEffect } from 'react';
import { prefersReducedMotion } from '../../ui/prefersReducedMotion.ts';

/** Of the header, and some air, px. */
const HEADER = 80;

/** How long what is above may still grow, ms. */
const SETTLES = 5000;

/** What a visitor does who looks at something else. */
const MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

/**
 * Scrolls to a section with each press, and keeps it there while the page above it still grows, until
 * the visitor moves.
 */
export function useShow(section: RefObject<HTMLElement | null>, presses: number): void {
  useEffect(() => {
    const shown = section.current;
    if (presses === 0 || !shown) return;
    const isCalm = prefersReducedMotion();
    let at: number | null = null;
    const show = () => {
      const top = Math.round(shown.getBoundingClientRect().top + window.scrollY) - HEADER;
      if (top === at) return;
      at = top;
      window.scrollTo({ top, behavior: isCalm ? 'auto' : 'smooth' });
    };
    show();
    const growth = new ResizeObserver(show);
    growth.observe(document.body);
    const end = new AbortController();
    const stop = () => {
      growth.disconnect();
      end.abort();
    };
    for (const move of MOVES) {
      window.addEventListener(move, stop, { passive: true, signal: end.signal });
    }
    const timer = setTimeout(stop, SETTLES);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [section, presses]);
}
