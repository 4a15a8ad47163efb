import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import type { Transcript } from '#shared/script.ts';
import { clock, spokenClock } from '../ui/clock.ts';
import { Wave } from '../ui/Wave.tsx';
import type { Player } from './player.ts';
import { shapeOf } from './shape.ts';
import { usePlaying } from './usePlayer.ts';

type ScrubberProps = { player: Player; seed: string; segments: Transcript['segments'] };

/** Pixels of wave for one turn of talk: narrower turns cannot be told apart. */
const TURN_WIDTH = 20;

const STEPS: Record<string, number> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -60,
  PageUp: 60,
};

/** The conversation as its own scroll bar: drag it, or use the arrow keys. */
export function Scrubber({ player, seed, segments }: ScrubberProps) {
  const time = usePlaying(player, (playing) => playing.time);
  const duration = usePlaying(player, (playing) => playing.duration);
  /** Where the finger is, while it is down; the sound follows when it lifts. */
  const [held, setHeld] = useState<number | null>(null);
  const [screen] = useState(() => ({ width: innerWidth, short: innerHeight < 640 }));
  const turns = useMemo(
    () => shapeOf(segments, duration, Math.round(screen.width / TURN_WIDTH)),
    [segments, duration, screen],
  );
  const now = held ?? time;

  const under = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return width > 0 ? Math.min(1, Math.max(0, (event.clientX - left) / width)) * duration : 0;
  };
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined) player.skip(step);
    else if (event.key === 'Home') player.seek(0);
    else if (event.key === 'End') player.seek(duration);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        aria-label="Place in the episode"
        aria-valuemin={0}
        aria-valuemax={Math.round(duration)}
        aria-valuenow={Math.round(now)}
        aria-valuetext={`${spokenClock(now)} of ${spokenClock(duration)}`}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture?.(event.pointerId);
          setHeld(under(event));
        }}
        onPointerMove={(event) => held !== null && setHeld(under(event))}
        onPointerUp={(event) => {
          if (held !== null) player.seek(under(event));
          setHeld(null);
        }}
        onPointerCancel={() => setHeld(null)}
        className="cursor-pointer touch-none py-1 outline-offset-[-3px] select-none"
      >
        <Wave
          turns={turns.length > 0 ? turns : undefined}
          seed={seed}
          width={screen.width}
          height={screen.short ? 44 : 72}
          played={duration > 0 ? now / duration : 0}
          head="ink"
        />
      </div>
      <p className="mx-auto flex max-w-column justify-between px-5 tabular-nums">
        <span className="font-bold">{clock(now)}</span>
        <span className="text-soft">−{clock(duration - now)}</span>
      </p>
    </>
  );
}
