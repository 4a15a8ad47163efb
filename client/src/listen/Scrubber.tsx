import { useMemo, useState } from 'react';
import { clock } from '#shared/clock.ts';
import type { Transcript } from '#shared/script.ts';
import { PositionSlider } from '../ui/PositionSlider.tsx';
import type { Player } from '../ui/player.ts';
import { usePlaying } from '../ui/usePlaying.ts';
import { shapeOf } from './shape.ts';

type ScrubberProps = { player: Player; seed: string; segments: Transcript['segments'] };

/** Minimum width of one turn in the wave, px: narrower turns are indistinguishable. */
const TURN_WIDTH = 20;

/** The position slider, from edge to edge of the screen, drawn from the real conversation. */
export function Scrubber({ player, seed, segments }: ScrubberProps) {
  const duration = usePlaying(player, (playing) => playing.duration);
  const [screen] = useState(() => ({ width: innerWidth, short: innerHeight < 640 }));
  const turns = useMemo(
    () => shapeOf(segments, duration, Math.round(screen.width / TURN_WIDTH)),
    [segments, duration, screen],
  );
  return (
    <PositionSlider
      player={player}
      label="Place in the episode"
      seed={seed}
      turns={turns.length > 0 ? turns : undefined}
      width={screen.width}
      height={screen.short ? 44 : 72}
    >
      {(now, duration) => (
        <p className="mx-auto flex max-w-column justify-between px-5 tabular-nums">
          <span className="font-bold">{clock(now)}</span>
          <span className="text-soft">−{clock(duration - now)}</span>
        </p>
      )}
    </PositionSlider>
  );
}
