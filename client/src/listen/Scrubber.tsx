import { useState } from 'react';
import { clock } from '#shared/clock.ts';
import type { Chapters } from '#shared/script.ts';
import type { EpisodeWave } from '#shared/wave.ts';
import { PositionSlider } from '../player/engine/PositionSlider.tsx';
import type { Player } from '../player/engine/player.ts';

type ScrubberProps = {
  player: Player;
  wave: EpisodeWave | null;
  seed: string;
  recorded?: number | undefined;
  chapters: Chapters['chapters'];
};

/** Px: lower on a low screen, and where the whole player is one row. */
function heightOn(screen: Window): number {
  if (screen.innerWidth >= 1024) return 48;
  return screen.innerHeight < 640 ? 44 : 72;
}

export function Scrubber({ player, wave, seed, recorded, chapters }: ScrubberProps) {
  const [height] = useState(() => heightOn(window));
  return (
    <PositionSlider
      player={player}
      label="Place in the episode"
      wave={wave}
      seed={seed}
      recorded={recorded}
      height={height}
      chapters={chapters}
      className="mx-[calc(50%-50vw)] [grid-area:wave] lg:mx-0 lg:rounded-well lg:bg-well lg:shadow-pit"
    >
      {(now, duration) => (
        <>
          <span className="flex h-11 items-center self-start font-bold tabular-nums [grid-area:now] lg:self-center lg:pl-2">
            {clock(now)}
          </span>
          <span className="flex h-11 items-center justify-end self-start text-soft tabular-nums [grid-area:left] lg:self-center lg:pr-2">
            −{clock(duration - now)}
          </span>
        </>
      )}
    </PositionSlider>
  );
}
