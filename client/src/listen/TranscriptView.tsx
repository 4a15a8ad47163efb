import { ArrowDownUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Transcript } from '#shared/script.ts';
import { Button } from '../ui/Button.tsx';
import { lineAt } from './follow.ts';
import type { Player } from './player.ts';
import { TranscriptLine } from './TranscriptLine.tsx';
import { usePlaying } from './usePlayer.ts';

type TranscriptViewProps = { segments: Transcript['segments']; player: Player };

const SCROLL_KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown']);

/** The conversation in step with the sound; it scrolls by itself until somebody else does. */
export function TranscriptView({ segments, player }: TranscriptViewProps) {
  const current = usePlaying(player, ({ time }) => lineAt(segments, time));
  const started = usePlaying(player, ({ phase, time }) => phase !== 'paused' || time > 0);
  const line = useRef<HTMLLIElement>(null);
  const [following, setFollowing] = useState(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new current line is the reason to scroll
  useEffect(() => {
    if (!following || !started) return;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    line.current?.scrollIntoView({ block: 'center', behavior: calm ? 'auto' : 'smooth' });
  }, [current, following, started]);

  useEffect(() => {
    const letGo = () => setFollowing(false);
    const pressed = (event: KeyboardEvent) => SCROLL_KEYS.has(event.key) && letGo();
    addEventListener('wheel', letGo, { passive: true });
    addEventListener('touchmove', letGo, { passive: true });
    addEventListener('keydown', pressed);
    return () => {
      removeEventListener('wheel', letGo);
      removeEventListener('touchmove', letGo);
      removeEventListener('keydown', pressed);
    };
  }, []);

  const go = (time: number) => {
    setFollowing(true);
    player.seek(time);
    player.play();
  };
  return (
    <>
      <ol aria-label="Transcript" className="flex flex-col gap-1">
        {segments.map((segment, index) => (
          <TranscriptLine
            key={segment.startTime}
            ref={index === current ? line : undefined}
            segment={segment}
            player={index === current ? player : undefined}
            onGo={go}
          />
        ))}
      </ol>
      {!following && started && (
        <div className="pointer-events-none sticky bottom-[300px] z-20 mt-3 flex justify-center">
          <Button onClick={() => setFollowing(true)} className="pointer-events-auto shadow-lift">
            <ArrowDownUp aria-hidden size={20} /> Back to now
          </Button>
        </div>
      )}
    </>
  );
}
