import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Player } from '../../player/engine/player.ts';
import { usePlaying } from '../../player/engine/usePlaying.ts';
import { prefersReducedMotion } from '../../ui/prefersReducedMotion.ts';
import { SCROLL_MS, useReaderScroll } from '../useReaderScroll.ts';

export interface Following {
  current: RefObject<HTMLLIElement | null>;
  /** Whether the listener has begun, here or at an earlier visit. */
  hasStarted: boolean;
  returnToSound: () => void;
  /** Null while the page follows the sound. */
  back: { label: string; onPress: () => void } | null;
}

/** Keeps the line being heard in sight. Before the start, newer lines would give the end away. */
export function useFollowing(
  player: Player,
  lines: number,
  onFollow: (following: boolean) => void,
): Following {
  const current = useRef<HTMLLIElement>(null);
  const hasStarted = usePlaying(player, ({ time, phase }) => time > 0 || phase === 'playing');
  const second = usePlaying(player, ({ time }) => Math.floor(time));
  const [isFollowing, setFollowing] = useState(true);

  useEffect(() => onFollow(isFollowing), [isFollowing, onFollow]);
  const leave = useCallback(() => setFollowing(false), []);
  useReaderScroll(leave);

  const isFirst = useRef(true);
  const line = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new second or a new line is the reason
  useLayoutEffect(() => {
    const next = isFollowing && hasStarted ? current.current : null;
    if (line.current === next) return;
    line.current = next;
    if (!next) return;
    const jumps = isFirst.current || prefersReducedMotion();
    isFirst.current = false;
    const show = () =>
      next.scrollIntoView({ block: 'center', behavior: jumps ? 'auto' : 'smooth' });
    show();
    // Lines that come into view may differ from their estimated height: correct at the end.
    if (jumps) {
      let frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(show);
      });
      return () => cancelAnimationFrame(frame);
    }
    const signal = AbortSignal.timeout(SCROLL_MS);
    document.addEventListener('scrollend', show, { once: true, signal });
    return () => document.removeEventListener('scrollend', show);
  }, [isFollowing, hasStarted, second, lines]);

  const returnToSound = useCallback(() => setFollowing(true), []);
  const back = isFollowing || !hasStarted ? null : { label: 'Back to now', onPress: returnToSound };
  return { current, hasStarted, returnToSound, back };
}
