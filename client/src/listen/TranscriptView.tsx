import { useCallback, useEffect, useRef, useState } from 'react';
import type { Transcript } from '#shared/script.ts';
import { arrowKeyNavigation } from '../ui/arrowKeyNavigation.ts';
import type { Player } from '../ui/player.ts';
import { usePlaying } from '../ui/usePlaying.ts';
import { lineAt } from './follow.ts';
import { TranscriptLine } from './TranscriptLine.tsx';

type TranscriptViewProps = {
  segments: Transcript['segments'];
  player: Player;
  following: boolean;
  onFollow: (following: boolean) => void;
};

/** The conversation in step with the sound; it scrolls by itself until somebody else does. */
export function TranscriptView({ segments, player, following, onFollow }: TranscriptViewProps) {
  const current = usePlaying(player, ({ time }) => lineAt(segments, time));
  const started = useStarted(player);
  const line = useRef<HTMLLIElement>(null);
  useLetGo(started, onFollow);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new current line is the reason to scroll
  useEffect(() => {
    if (!following || !started) return;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const show = () =>
      line.current?.scrollIntoView({ block: 'center', behavior: calm ? 'auto' : 'smooth' });
    show();
    // Lines on the way are drawn as they come by, and may turn out higher than they were taken for.
    const signal = AbortSignal.timeout(SCROLL_MS);
    document.addEventListener('scrollend', show, { once: true, signal });
    return () => document.removeEventListener('scrollend', show);
  }, [current, following, started]);

  const go = useCallback(
    (time: number) => {
      onFollow(true);
      player.seek(time);
      player.play();
    },
    [onFollow, player],
  );
  return (
    <ol aria-label="Transcript" onKeyDown={arrowKeyNavigation} className="flex flex-col gap-1">
      {segments.map((segment, index) => (
        <TranscriptLine
          key={segment.startTime}
          ref={index === current ? line : undefined}
          segment={segment}
          player={index === current ? player : undefined}
          isStop={index === Math.max(current, 0)}
          onGo={go}
        />
      ))}
    </ol>
  );
}

/** Whether anything has been heard: before that, the page stays at its title. */
function useStarted(player: Player): boolean {
  const sounds = usePlaying(player, ({ phase }) => phase === 'playing' || phase === 'waiting');
  const [started, setStarted] = useState(sounds);
  if (sounds && !started) setStarted(true);
  return started;
}

/** As long as a browser takes to scroll by itself; whoever scrolls later has moved on purpose. */
const SCROLL_MS = 1500;

const SCROLL_KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown']);

/** Stops following as soon as the reader scrolls; a drag of the wave or of a sheet is no scrolling. */
function useLetGo(started: boolean, onFollow: (following: boolean) => void): void {
  useEffect(() => {
    if (!started) return;
    const letGo = (event: Event) => {
      if (event instanceof KeyboardEvent && !SCROLL_KEYS.has(event.key)) return;
      const elsewhere = '[role=slider], [role=dialog], input';
      if (event.target instanceof Element && event.target.closest(elsewhere)) return;
      onFollow(false);
    };
    const kinds = ['wheel', 'touchmove', 'keydown'];
    for (const kind of kinds) addEventListener(kind, letGo, { passive: true });
    return () => {
      for (const kind of kinds) removeEventListener(kind, letGo);
    };
  }, [started, onFollow]);
}
