import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { clock } from '#shared/clock.ts';
import type { EpisodeWave } from '#shared/episode.ts';
import type { Sample } from '#shared/samples.ts';
import { samplesQuery } from '../../api/samples.ts';
import { playableOfSample } from '../../player/deck/playable.ts';
import { type Row, useRow } from '../../player/deck/useRow.ts';
import { PlayButton } from '../../player/engine/PlayButton.tsx';
import { Wave } from '../../player/engine/Wave.tsx';
import { Title } from '../../ui/Title.tsx';

/** `toggle` is null for an episode that cannot be heard. */
export type Playback = Omit<Row, 'seconds' | 'toggle'> & { toggle: (() => void) | null };

type EpisodeRowProps = {
  children: ReactNode;
  action?: ReactNode;
  foot: ReactNode;
  more?: ReactNode;
};

export function EpisodeRow({ children, action, foot, more }: EpisodeRowProps) {
  return (
    <li className="border-t border-line py-4">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0 grow">{children}</div>
        {action}
      </div>
      <div className="mt-2 flex items-center gap-4">
        <div className="min-w-0 grow">{foot}</div>
        {more}
      </div>
    </li>
  );
}

type PlayableRowProps = {
  title: string;
  href: string;
  wave: EpisodeWave | null;
  seed: string;
  playback: Playback;
  /** Fraction recorded while the episode is being made, 0 to 1. */
  recorded?: number | undefined;
  children: ReactNode;
  more?: ReactNode;
};

export function PlayableRow(props: PlayableRowProps) {
  const { title, href, wave, seed, playback, recorded, children, more } = props;
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
      <Link href={href} className="-my-1.5 block rounded-chip py-1.5">
        <Title text={title} className="line-clamp-2" />
      </Link>
      {children}
      {state === 'failed' && (
        <p role="alert" className="mt-1 text-meta font-semibold text-err">
          That didn’t start. Press play to try again.
        </p>
      )}
    </EpisodeRow>
  );
}

export function DemoRow({ title }: { title: string }) {
  const [sample] = useQuery(samplesQuery).data?.samples ?? [];
  if (!sample) return null;
  return (
    <section aria-labelledby="demo">
      <h2 id="demo" className="mb-2 text-h3!">
        {title}
      </h2>
      <ul>
        <Demo sample={sample} />
      </ul>
    </section>
  );
}

function Demo({ sample }: { sample: Sample }) {
  const { token, title, wave, voice1Name, voice2Name, durationSeconds } = sample;
  return (
    <PlayableRow
      title={title}
      href={`/listen?episode=${token}`}
      wave={wave}
      seed={token}
      playback={useRow(playableOfSample(sample))}
    >
      <p className="mt-1 text-meta text-soft">
        {voice1Name} and {voice2Name}, {clock(durationSeconds)}
      </p>
    </PlayableRow>
  );
}
