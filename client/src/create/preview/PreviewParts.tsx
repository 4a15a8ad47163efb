import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useSyncExternalStore } from 'react';
import { clock } from '#shared/clock.ts';
import type { Preview } from '#shared/previews.ts';
import type { Duration } from '#shared/pricing.ts';
import { askForSound } from '../../api/previews.ts';
import { voicesQuery } from '../../api/voices.ts';
import { PlayerButton } from '../../player/engine/PlayerButton.tsx';
import type { Player } from '../../player/engine/player.ts';
import { SpeakerMark } from '../../player/engine/SpeakerMark.tsx';
import { usePlaying } from '../../player/engine/usePlaying.ts';
import { usePartPlayer } from '../../player/usePartPlayer.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type Refusal, refusalFrom } from './usePreview.ts';

/** Longer than any preview, s. */
const LONGEST = 90;

type PreviewSoundProps = {
  preview: Preview;
  minutes: Duration;
  /** Gets null once the sound is asked for again. */
  onRefusal: (refusal: Refusal | null) => void;
  onPlayer: (player: Player | null) => void;
};

/** The first press has the sound made, and plays it as it comes. */
export function PreviewSound({ preview, minutes, onRefusal, onPlayer }: PreviewSoundProps) {
  const { id, sound, failure } = preview;
  const isAsked = sound.state !== 'none';
  const { player, reach } = usePartPlayer({
    partsUrl: isAsked ? sound.partsUrl : null,
    isWhole: sound.state === 'ready',
    duration: LONGEST,
  });
  useEffect(() => {
    onPlayer(player);
    return () => onPlayer(null);
  }, [player, onPlayer]);
  const { mutate, isPending } = useMutation({
    ...askForSound,
    onError: (error) => {
      player.pause();
      onRefusal(refusalFrom(error, new Date()));
    },
  });
  const hasFailed = failure !== null && !isAsked;
  useEffect(() => {
    if (hasFailed) player.pause();
  }, [hasFailed, player]);
  function toggle() {
    player.toggle();
    if (isAsked || isPending) return;
    onRefusal(null);
    mutate({ id, minutes });
  }
  return (
    <div className="flex items-center gap-4">
      <PlayerButton player={player} name="how it starts" onToggle={toggle} />
      <p className="text-meta text-soft tabular-nums">
        <Length player={player} seconds={sound.seconds} reach={reach} />
      </p>
    </div>
  );
}

type LengthProps = { player: Player; seconds: number | null; reach: number };

function Length({ player, seconds, reach }: LengthProps) {
  const isWaiting = usePlaying(player, ({ phase }) => phase === 'waiting');
  const hasFailed = usePlaying(player, ({ phase }) => phase === 'failed');
  const second = usePlaying(player, ({ time }) => Math.floor(time));
  if (hasFailed) return 'The sound stopped. Press play to try again.';
  if (isWaiting && reach === 0) return 'They step up to the mics...';
  if (second > 0 && seconds !== null) return `${clock(second)} of ${clock(seconds)}`;
  if (second > 0) return clock(second);
  return seconds === null ? '20 to 40 seconds' : clock(seconds);
}

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
          {place === current && (
            // Reaches into the gaps around the line, so that nothing moves.
            <span
              aria-hidden
              className={classes(
                'absolute -inset-y-1.5 -z-1 rounded-well shadow-lift transition-opacity duration-[180ms] starting:opacity-0',
                speaker === 'A'
                  ? '-inset-x-2.5 bg-[color-mix(in_srgb,var(--a)_16%,var(--panel))]'
                  : '-right-2.5 left-3.5 bg-[color-mix(in_srgb,var(--b)_16%,var(--panel))]',
              )}
            />
          )}
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

const USUAL_CHAPTERS = 5;

type ChaptersAheadProps = {
  duration: Duration;
  chapters: string[] | null;
  refusal: string | null;
  onRetry: () => void;
};

export function ChaptersAhead({ duration, chapters, refusal, onRetry }: ChaptersAheadProps) {
  const label = useId();
  return (
    <div>
      <h3 id={label} className="font-sans text-body font-bold">
        The chapters of your {duration} minutes
      </h3>
      {refusal !== null && !chapters ? (
        <>
          <p className="mt-1 font-semibold">{refusal}</p>
          <Button kind="quiet" onClick={onRetry} className="-mx-1">
            Try again
          </Button>
        </>
      ) : (
        <ol aria-labelledby={label} aria-busy={chapters === null} className="mt-1">
          {chapters?.map((title, place) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: they come all at once
              key={place}
              className="flex gap-3 py-1 text-soft transition-opacity duration-300 starting:opacity-0"
            >
              <span aria-hidden className="w-4 shrink-0 tabular-nums">
                {place + 1}
              </span>
              <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
                {title}
              </span>
            </li>
          )) ??
            Array.from({ length: USUAL_CHAPTERS }, (_, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
              <li key={place} aria-hidden className="py-1">
                <Skeleton className="h-6" />
              </li>
            ))}
        </ol>
      )}
    </div>
  );
}
