import { useState } from 'react';
import { clock } from '#shared/clock.ts';
import type { EpisodeWave } from '#shared/episode.ts';
import type { Chapters } from '#shared/script.ts';
import { PositionSlider } from '../ui/PositionSlider.tsx';
import type { Player } from '../ui/player.ts';

type ScrubberProps = {
  player: Player;
  wave: EpisodeWave | null;
  seed: string;
  /** As for `PositionSlider`. */
  recorded?: number | undefined;
  chapters: Chapters['chapters'];
};

/** The position slider, from edge to edge of the screen. */
export function Scrubber({ player, wave, seed, recorded, chapters }: ScrubberProps) {
  const [isShort] = useState(() => innerHeight < 640);
  return (
    <PositionSlider
      player={player}
      label="Place in the episode"
      wave={wave}
      seed={seed}
      recorded={recorded}
      height={isShort ? 44 : 72}
      chapters={chapters}
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
