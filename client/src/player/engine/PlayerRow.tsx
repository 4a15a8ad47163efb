import { clock } from '#shared/clock.ts';
import type { EpisodeWave } from '#shared/wave.ts';
import { PlayerButton } from './PlayerButton.tsx';
import { PositionSlider } from './PositionSlider.tsx';
import type { Player } from './player.ts';

type PlayerRowProps = {
  player: Player;
  name: string;
  wave: EpisodeWave | null | undefined;
  seed: string;
};

export function PlayerRow({ player, name, wave, seed }: PlayerRowProps) {
  return (
    <div className="flex items-center gap-4">
      <PlayerButton player={player} name={name} />
      <div className="min-w-0 grow">
        <PositionSlider
          player={player}
          label="Place in the episode"
          wave={wave}
          seed={seed}
          height={44}
        >
          {(now, duration) => (
            <p className="mt-1 flex justify-between text-meta tabular-nums">
              <span className="font-bold">{clock(now)}</span>
              <span className="text-soft">−{clock(duration - now)}</span>
            </p>
          )}
        </PositionSlider>
      </div>
    </div>
  );
}
