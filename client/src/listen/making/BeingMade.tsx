import { useQuery } from '@tanstack/react-query';
import type { Listening } from '#shared/episode.ts';
import { spokenLinesQuery } from '../../api/listen.ts';
import type { Sleep } from '../../player/deck/sleep.ts';
import type { Player } from '../../player/engine/player.ts';
import { happening, timeLeft } from '../../player/progressText.ts';
import { type Recorded, recordedOf } from '../../player/recorded.ts';
import { StepList } from '../../player/StepList.tsx';
import { useThrottledAnnouncement } from '../../player/useThrottledAnnouncement.ts';
import { Button } from '../../ui/Button.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { Title } from '../../ui/Title.tsx';
import { EpisodeLayout } from '../EpisodeLayout.tsx';
import { PlayerPanel } from '../PlayerPanel.tsx';
import { BeforeTheFirstLine } from './BeforeTheFirstLine.tsx';
import { DrawnCover } from './DrawnCover.tsx';
import { RecordingSoFar } from './RecordingSoFar.tsx';
import { SpokenTranscript } from './SpokenTranscript.tsx';
import { TitleBar } from './TitleBar.tsx';
import { useFollowing } from './useFollowing.ts';

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
  onFollow: (following: boolean) => void;
};

export function BeingMade({ episode, player, sleep, reach, onFollow }: BeingMadeProps) {
  const { title, duration, isOwner, publicId, token, spokenUrl } = episode;
  const making = episode.making ?? NOTHING_YET;
  const { stage, progress, etaSeconds } = making;
  const lines = useQuery(spokenLinesQuery(spokenUrl)).data?.lines ?? [];
  // The lines may arrive after their count.
  const hasLine = lines.length > 0 || progress.linesSpoken > 0;
  const tape = recordedOf({ ...making, duration }, reach);
  const left = timeLeft(etaSeconds);
  const now = happening(stage, hasLine);
  const follow = useFollowing(player, lines.length, onFollow);
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
          back={follow.back}
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
          <SpokenTranscript lines={lines} player={player} follow={follow} />
          <p className="mt-4 border-t-[3px] border-air pt-3 font-bold text-air">
            {tape.mixing === 'later' ? 'Recording the next line' : 'That was the last line'}
          </p>
        </>
      ) : (
        <BeforeTheFirstLine episode={episode} stage={stage} player={player} />
      )}
      <Aside isOwner={isOwner} mixing={tape.mixing} />
    </EpisodeLayout>
  );
}

function Aside({ isOwner, mixing }: { isOwner: boolean; mixing: Recorded['mixing'] }) {
  return (
    <footer className="mt-7 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line pt-4">
      <p className="text-soft">
        {mixing === 'later'
          ? 'You can close this page. It’ll be here the moment it’s done.'
          : 'It’ll be here the moment it’s done.'}
      </p>
      {isOwner && (
        <Button kind="quiet" href="/dashboard" className="-mx-1">
          See progress
        </Button>
      )}
    </footer>
  );
}
