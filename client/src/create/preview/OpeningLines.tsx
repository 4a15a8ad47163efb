import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Preview } from '#shared/previews.ts';
import { voicesQuery } from '../../api/voices.ts';
import type { Player } from '../../player/engine/player.ts';
import { SpeakerMark } from '../../player/engine/SpeakerMark.tsx';
import { classes } from '../../ui/classes.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';

const USUAL_LINES = 7;

type OpeningLinesProps = {
  lines: Preview['lines'];
  isWriting: boolean;
  /** Ids of the voices, A first. */
  voices: string[];
  player: Player | null;
};

export function OpeningLines({ lines, isWriting, voices, player }: OpeningLinesProps) {
  const catalogue = useQuery(voicesQuery).data?.voices ?? [];
  const [a, b] = voices.map((id) => catalogue.find((voice) => voice.id === id)?.name);
  const names = { A: a ?? 'Mic 1', B: b ?? 'Mic 2' };
  const missing = isWriting ? Math.max(1, USUAL_LINES - lines.length) : 0;
  const current = useCurrent(lines, player);
  return (
    <ol aria-label="How it starts" aria-busy={isWriting} className="flex flex-col gap-3">
      {lines.map(({ speaker, text }, place) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added
          key={place}
          aria-current={place === current ? 'true' : undefined}
          className={classes(
            'relative isolate transition-opacity duration-300 starting:opacity-0',
            speaker === 'B' && 'pl-6',
          )}
        >
          {place === current && <Spotlight isA={speaker === 'A'} />}
          <p
            className={classes(
              'flex items-center gap-2 font-bold',
              speaker === 'A' ? 'text-a' : 'text-b',
            )}
          >
            <SpeakerMark side={speaker} /> {names[speaker]}
          </p>
          <p dir="auto" className="[overflow-wrap:anywhere]">
            {text}
          </p>
        </li>
      ))}
      {Array.from({ length: missing }, (_, place) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          key={`missing-${place}`}
          aria-hidden
          className={(lines.length + place) % 2 ? 'pl-6' : undefined}
        >
          <Skeleton className="h-18" />
        </li>
      ))}
    </ol>
  );
}

/** Reaches into the gaps around the line, so that nothing moves. */
function Spotlight({ isA }: { isA: boolean }) {
  return (
    <span
      aria-hidden
      className={classes(
        'absolute -inset-y-1.5 -z-1 rounded-well shadow-lift transition-opacity duration-[180ms] starting:opacity-0',
        isA
          ? '-inset-x-2.5 bg-[color-mix(in_srgb,var(--a)_16%,var(--panel))]'
          : '-right-2.5 left-3.5 bg-[color-mix(in_srgb,var(--b)_16%,var(--panel))]',
      )}
    />
  );
}

const SILENT = () => () => {};

/** Returns the index of the line being spoken or paused in; -1 before and after the sound. */
function useCurrent(lines: Preview['lines'], player: Player | null): number {
  return useSyncExternalStore(player?.subscribe ?? SILENT, () => {
    if (!player) return -1;
    const { phase, time, ended } = player.get();
    if (ended || (time === 0 && phase !== 'playing')) return -1;
    return lines.findLastIndex(({ start }) => start !== null && start <= time);
  });
}
