import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { clock } from '#shared/clock.ts';
import type { Listening } from '#shared/episode.ts';
import { spokenLinesQuery } from '../../api/listen.ts';
import type { Sleep } from '../../player/deck/sleep.ts';
import type { Player } from '../../player/engine/player.ts';
import { SpeakerMark } from '../../player/engine/SpeakerMark.tsx';
import { usePlaying } from '../../player/engine/usePlaying.ts';
import { Wave } from '../../player/engine/Wave.tsx';
import { happening, timeLeft } from '../../player/progressText.ts';
import { type Recorded, recordedOf } from '../../player/recorded.ts';
import { StepList } from '../../player/StepList.tsx';
import { useThrottledAnnouncement } from '../../player/useThrottledAnnouncement.ts';
import { Button } from '../../ui/Button.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { Title } from '../../ui/Title.tsx';
import { EpisodeLayout } from '../EpisodeLayout.tsx';
import { PlayerPanel } from '../PlayerPanel.tsx';
import { useReaderScroll } from '../useReaderScroll.ts';
import { BeforeTheFirstLine } from './BeforeTheFirstLine.tsx';
import { SpokenTranscript } from './SpokenTranscript.tsx';

type Episode = Listening['episode'];
type Making = NonNullable<Episode['making']>;

const NOTHING_YET: Making = {
  stage: 'queued',
  progress: { linesWritten: 0, linesSpoken: 0, secondsSpoken: 0 },
  etaSeconds: null,
};

type BeingMadeProps = {
  episode: Episode;
  player: Player;
  sleep: Sleep;
  /** Seconds that can be played already. */
  reach: number;
  /** Whether the page follows the sound. */
  following: boolean;
  onFollow: (following: boolean) => void;
  onGo: (time: number) => void;
};

export function BeingMade(props: BeingMadeProps) {
  const { episode, player, sleep, reach, following, onFollow, onGo } = props;
  const { title, duration, isOwner, publicId, token, spokenUrl } = episode;
  const making = episode.making ?? NOTHING_YET;
  const { stage, progress, etaSeconds } = making;
  const lines = useQuery(spokenLinesQuery(spokenUrl)).data?.lines ?? [];
  // The lines may arrive after their count.
  const hasLine = lines.length > 0 || progress.linesSpoken > 0;
  const tape = recordedOf({ ...making, duration }, reach);
  const left = timeLeft(etaSeconds);
  const now = happening(stage, hasLine);
  /** Whether the listener has begun, here or at an earlier visit. */
  const hasStarted = usePlaying(player, ({ time, phase }) => time > 0 || phase === 'playing');
  useReaderScroll(() => onFollow(false));
  const announced = useThrottledAnnouncement(left ? `${now} ${left}.` : now);

  return (
    <EpisodeLayout
      title={title}
      coverUrl={null}
      standIn={<DrawnCover episode={episode} />}
      aside={<StepList {...making} hasLine={hasLine} read={0} last="The whole episode" />}
      player={
        <PlayerPanel
          player={player}
          sleep={sleep}
          title={<RecordingSoFar player={player} tape={tape} left={left} />}
          wave={episode.wave}
          seed={publicId ?? token}
          recorded={tape.spoken / tape.whole}
          chapters={[]}
          onBack={following || !hasStarted ? null : () => onFollow(true)}
        />
      }
    >
      <TitleBar title={title}>
        <p className="mt-1 mb-5">
          <StatusBadge sign>On air</StatusBadge>
        </p>
        <Title as="h1" text={title} className="line-clamp-4 text-[1.625rem]! lg:text-[2.25rem]!" />
        <p className="mt-2 mb-5 text-lead text-soft">{now}</p>
      </TitleBar>
      <p role="status" className="sr-only">
        {announced}
      </p>
      {hasLine ? (
        <>
          <SpokenTranscript
            lines={lines}
            player={player}
            hasStarted={hasStarted}
            following={following && hasStarted}
            onGo={onGo}
          />
          <p className="mt-4 border-t-[3px] border-air pt-3 font-bold text-air">
            {tape.mixing === 'later' ? 'Recording the next line' : 'That was the last line'}
          </p>
        </>
      ) : (
        <BeforeTheFirstLine episode={episode} stage={stage} player={player} />
      )}
      <footer className="mt-7 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line pt-4">
        <p className="text-soft">
          {tape.mixing === 'later'
            ? 'You can close this page. It’ll be here the moment it’s done.'
            : 'It’ll be here the moment it’s done.'}
        </p>
        {isOwner && (
          <Button kind="quiet" href="/dashboard" className="-mx-1">
            See progress
          </Button>
        )}
      </footer>
    </EpisodeLayout>
  );
}

/** Keeps the title in sight on phones, where the newest line is far below the heading. */
function TitleBar({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLDivElement>(null);
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const title = heading.current?.querySelector('h1');
    if (!title) return;
    const observer = new IntersectionObserver(
      ([seen]) => seen && setAway(seen.intersectionRatio < 1 && seen.boundingClientRect.top < 0),
      { threshold: 1 },
    );
    observer.observe(title);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <div ref={heading}>{children}</div>
      {isAway && (
        // The heading itself is still there for screen readers.
        <div
          aria-hidden
          className="fixed inset-x-0 top-0 z-20 border-b lg:hidden border-line bg-ground transition-[translate] duration-200 motion-safe:starting:-translate-y-full"
        >
          <div className="mx-auto flex min-h-13 max-w-column items-center gap-4 px-5 py-2">
            <Title as="p" text={title} className="line-clamp-2 min-w-0 grow text-[1.125rem]!" />
            <span className="shrink-0 whitespace-nowrap">
              <StatusBadge>On air</StatusBadge>
            </span>
          </div>
        </div>
      )}
    </>
  );
}

type RecordingSoFarProps = { player: Player; tape: Recorded; left: string | null };

const FIRST = 'The sound starts with the first line.';
const NEXT = 'You’ve caught up. It goes on as they talk.';

function RecordingSoFar({ player, tape: { spoken, whole }, left }: RecordingSoFarProps) {
  const waits = usePlaying(
    player,
    ({ hasCaughtUp, time }) => hasCaughtUp && (time > 0 ? NEXT : FIRST),
  );
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <span
        aria-hidden
        className="size-2.5 shrink-0 animate-[pulsate_2.4s_ease-in-out_infinite] rounded-full bg-air motion-reduce:animate-none"
      />
      <span role="status" className={waits ? undefined : 'sr-only'}>
        {waits}
      </span>
      {!waits && (
        <span className="truncate font-normal text-soft tabular-nums">
          <strong className="text-ink">{clock(spoken)}</strong> of {clock(whole)}
          {left && (
            // On a line of its own where the player is one row.
            <>
              <span className="lg:hidden">, </span>
              <span className="lg:block lg:text-meta lg:first-letter:uppercase">
                {left.charAt(0).toLowerCase() + left.slice(1)}
              </span>
            </>
          )}
        </span>
      )}
    </span>
  );
}

/** Stands in for the cover until there is one; dark in both themes. */
function DrawnCover({ episode }: { episode: Episode }) {
  const { title, wave, publicId, token, voice1Name, voice2Name } = episode;
  return (
    <div className="dark flex size-full min-h-0 flex-col justify-between bg-ground text-ink bg-[radial-gradient(120%_60%_at_50%_-12%,var(--spotlight),transparent_90%)] py-5">
      <Title as="p" text={title} className="line-clamp-4 px-5 text-[1.75rem]! leading-[1.08]!" />
      <Wave wave={wave} seed={publicId ?? token} height={96} className="-mx-4" />
      <p className="flex items-center gap-2 px-5 font-display">
        <SpeakerMark side="A" />
        <span className="min-w-0 grow truncate text-a">{voice1Name}</span>
        <span className="min-w-0 truncate text-b">{voice2Name}</span>
        <SpeakerMark side="B" />
      </p>
    </div>
  );
}
