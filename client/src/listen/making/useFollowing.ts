import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Player } from '../../ui/player.ts';
import { prefersReducedMotion } from '../../ui/prefersReducedMotion.ts';
import { usePlaying } from '../../ui/usePlaying.ts';

/** Longest duration of a browser's smooth scroll, ms; a later scroll is the reader's. */
const SCROLL_MS = 1500;

export interface Following {
  /** The line being heard. */
  current: RefObject<HTMLLIElement | null>;
  /** The place below the newest line. */
  newest: RefObject<HTMLDivElement | null>;
  /** Whether the listener has begun, here or at an earlier visit. */
  isHeard: boolean;
  returnToSound: () => void;
  /** Leads back to what the page would show by itself; null while it does. */
  back: { label: string; onPress: () => void } | null;
}

/**
 * What the page keeps in sight: the line being heard, or the newest one until the listener begins; nothing
 * once the reader has scrolled.
 */
export function useFollowing(
  player: Player,
  lines: number,
  onFollow: (following: boolean) => void,
): Following {
  const current = useRef<HTMLLIElement>(null);
  const newest = useRef<HTMLDivElement>(null);
  const isPlaying = usePlaying(player, ({ phase }) => phase === 'playing' || phase === 'waiting');
  const isHeard = usePlaying(player, ({ time, phase }) => time > 0 || phase === 'playing');
  const second = usePlaying(player, ({ time }) => Math.floor(time));
  const [target, setTarget] = useState<'sound' | 'newest' | null>(isHeard ? 'sound' : 'newest');
  if (isHeard && isPlaying && target === 'newest') setTarget('sound');

  useEffect(() => onFollow(target !== null), [target, onFollow]);
  const leave = useCallback(() => setTarget(null), []);
  useReaderScroll(leave);

  const isFirst = useRef(true);
  const line = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new second or a new line is the reason
  useLayoutEffect(() => {
    const next = target === 'sound' ? current.current : target === 'newest' ? newest.current : null;
    if (!next) return;
    // The line being heard is followed as it changes; what is newest moves with each line.
    if (target === 'sound' && line.current === next) return;
    line.current = next;
    const jumps = isFirst.current || prefersReducedMotion();
    isFirst.current = false;
    const block = target === 'sound' ? 'center' : 'end';
    const show = () => next.scrollIntoView({ block, behavior: jumps ? 'auto' : 'smooth' });
    show();
    // Lines that come into view may be higher or lower than estimated, so correct it where the scroll ends.
    if (jumps) {
      let frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(show);
      });
      return () => cancelAnimationFrame(frame);
    }
    const signal = AbortSignal.timeout(SCROLL_MS);
    document.addEventListener('scrollend', show, { once: true, signal });
    return () => document.removeEventListener('scrollend', show);
  }, [target, second, lines]);

  const returnToSound = useCallback(() => setTarget('sound'), []);
  return {
    current,
    newest,
    isHeard,
    returnToSound,
    back:
      target === null && lines > 0
        ? isPlaying
          ? { label: 'Back to now', onPress: returnToSound }
          : { label: 'Newest line', onPress: () => setTarget('newest') }
        : null,
  };
}

const SCROLL_KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown']);

/** Calls `onScroll` when the reader scrolls; dragging the wave or a sheet does not count. */
function useReaderScroll(onScroll: () => void): void {
  useEffect(() => {
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
  }, [onScroll]);
}
