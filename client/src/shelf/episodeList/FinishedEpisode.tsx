import { Check } from 'lucide-react';
import { useHydrated } from '../../ui/hydrated.ts';
import { minutesLeft, relativeDay } from '../episodeText.ts';
import type { EpisodeCardProps } from './cardProps.ts';
import { TitleLink } from './EpisodeRow.tsx';
import { MoreButton } from './MoreButton.tsx';
import { PlayableRow } from './PlayableRow.tsx';
import type { Playback } from './playback.ts';
import { Refund } from './Refund.tsx';

export function FinishedEpisode({ podcast, order, playback, onMore }: EpisodeCardProps) {
  const { publicId, title, wave, voice1Name, voice2Name, duration, createdAt } = podcast;
  return (
    <PlayableRow
      title={title}
      wave={wave}
      seed={publicId}
      playback={playback}
      more={<MoreButton podcast={podcast} onMore={onMore} />}
    >
      <TitleLink podcast={podcast} />
      <div className="mt-1 flex flex-wrap gap-x-2 text-meta">
        <p className="text-soft">
          {voice1Name} and {voice2Name}, {duration}
          {'\u00a0'}min
          <Day date={createdAt} />
          <Refund order={order} before=". " />
        </p>
        <PlaybackStatus playback={playback} />
      </div>
    </PlayableRow>
  );
}

/** Not in prerendered HTML: "today" depends on the visitor's time zone. */
const Day = ({ date }: { date: string }) => useHydrated() && `, ${relativeDay(date, new Date())}`;

function PlaybackStatus({ playback: { secondsLeft, isPlayed } }: { playback: Playback }) {
  if (secondsLeft !== null) {
    return <p className="font-semibold">{minutesLeft(secondsLeft)}</p>;
  }
  if (!isPlayed) return null;
  return (
    <p className="flex items-center gap-1 font-semibold">
      <Check aria-hidden size={16} strokeWidth={2.5} className="shrink-0" /> Played
    </p>
  );
}
