import { type RefObject, useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { prefersReducedMotion } from '../../ui/prefersReducedMotion.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { OrderControl } from '../draft.ts';
import type { PreviewAsk } from './usePreview.ts';

const PreviewCard = lazyPart(() => import('./PreviewCard.tsx'), {
  fallback: <Skeleton className="h-160 rounded-card" />,
});

type PreviewSectionProps = { control: OrderControl; preview: PreviewAsk };

export function PreviewSection({ control, preview }: PreviewSectionProps) {
  const kept = useWatch({ control, name: 'keptPreview' });
  const { isAsking, refusal, presses } = preview;
  const section = useRef<HTMLDivElement>(null);
  useShow(section, presses);
  useEffect(PreviewCard.loadBeforeUse, []);
  useEffect(() => {
    if (presses > 0) PreviewCard.load();
  }, [presses]);
  const isShown = isAsking || refusal !== null || kept !== undefined;
  return (
    <div ref={section} className="empty:hidden">
      {isShown && <PreviewCard control={control} preview={preview} />}
    </div>
  );
}

/** The header and some air, px. */
const HEADER = 80;

/** How long the page above may still grow, ms. */
const SETTLES = 5000;

const MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

/** Scrolls to a section at each press and holds it for `SETTLES`, or until the visitor moves. */
function useShow(section: RefObject<HTMLElement | null>, presses: number): void {
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
