import type { ReactNode } from 'react';
import type { EpisodeWave } from '#shared/episode.ts';
import { PlayButton } from '../../player/engine/PlayButton.tsx';
import { Wave } from '../../player/engine/Wave.tsx';
import { EpisodeRow } from './EpisodeRow.tsx';
import type { Playback } from './playback.ts';

type PlayableRowProps = {
  title: string;
  wave: EpisodeWave | null;
  seed: string;
  playback: Pick<Playback, 'state' | 'fraction' | 'toggle'>;
  /** Fraction recorded while the episode is being made, 0 to 1. */
  recorded?: number | undefined;
  children: ReactNode;
  more?: ReactNode;
};

export function PlayableRow(props: PlayableRowProps) {
  const { title, wave, seed, playback, recorded, children, more } = props;
  const { state, fraction, toggle } = playback;
  const isBegun = fraction > 0 || state === 'playing' || state === 'loading';
  const restingHead = recorded === undefined ? undefined : 'air';
  return (
    <EpisodeRow
      action={toggle && <PlayButton name={title} state={state} onToggle={toggle} />}
      foot={
        <Wave
          wave={wave}
          seed={seed}
          height={40}
          played={isBegun ? fraction : (recorded ?? 1)}
          recorded={recorded}
          head={isBegun ? 'ink' : restingHead}
        />
      }
      more={more}
    >
      {children}
      {state === 'failed' && (
        <p role="alert" className="mt-1 text-meta font-semibold text-err">
          That didn’t start. Press play to try again.
        </p>
      )}
    </EpisodeRow>
  );
}
