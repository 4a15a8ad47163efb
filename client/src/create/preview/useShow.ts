import { type RefObject, useEffect } from 'react';
import { prefersReducedMotion } from '../../ui/prefersReducedMotion.ts';

/** The header and some air, px. */
const HEADER = 80;

/** How long the page above may still grow, ms. */
const SETTLES = 5000;

const MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

/** Scrolls to a section at each press and holds it for `SETTLES`, or until the visitor moves. */
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
