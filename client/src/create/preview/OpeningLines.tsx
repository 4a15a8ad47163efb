import { useQuery } from '@tanstack/react-query';
import type { Preview } from '#shared/previews.ts';
import { voicesQuery } from '../../api/voices.ts';
import { classes } from '../../ui/classes.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SpeakerMark } from '../../ui/SpeakerMark.tsx';

/** Lines of most openings: while they are written, each has its place already. */
const USUAL_LINES = 7;

type OpeningLinesProps = {
  lines: Preview['lines'];
  /** More are being written. */
  isWriting: boolean;
  /** Ids of the voices, A first. */
  voices: string[];
};

/** What they say first, each line as it comes. */
export function OpeningLines({ lines, isWriting, voices }: OpeningLinesProps) {
  const catalogue = useQuery(voicesQuery).data?.voices ?? [];
  const [a, b] = voices.map((id) => catalogue.find((voice) => voice.id === id)?.name);
  const names = { A: a ?? 'Mic 1', B: b ?? 'Mic 2' };
  const missing = isWriting ? Math.max(1, USUAL_LINES - lines.length) : 0;
  return (
    <ol aria-label="How it starts" aria-busy={isWriting} className="flex flex-col gap-3">
      {lines.map(({ speaker, text }, place) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added
          key={place}
          className={classes(
            'transition-opacity duration-300 starting:opacity-0',
            speaker === 'B' && 'pl-6',
          )}
        >
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
