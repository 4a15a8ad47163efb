import { useQuery } from '@tanstack/react-query';
import { Check, Ellipsis } from 'lucide-react';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { formatPrice } from '#shared/pricing.ts';
import { reorderPath } from '#shared/reorderLink.ts';
import { partsQuery } from '../../api/listen.ts';
import { useSales } from '../../api/sales.ts';
import { playableOfPodcast } from '../../player/deck/playable.ts';
import { useRow } from '../../player/deck/useRow.ts';
import { timeLeft } from '../../player/progressText.ts';
import { recordedOf } from '../../player/recorded.ts';
import { Button } from '../../ui/Button.tsx';
import { useHydrated } from '../../ui/hydrated.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { Title } from '../../ui/Title.tsx';
import { type Made, minutesLeft, relativeDay, stageOf } from '../episodeText.ts';
import { EpisodeRow, PlayableRow, type Playback } from './PlayableRow.tsx';

/** `button` is the element that was pressed. */
export type OnMore = (podcast: Podcast, button: HTMLElement) => void;

type EpisodeCardProps = { podcast: Podcast; order: Order | undefined; onMore: OnMore };

export function EpisodeCard({ podcast, order, onMore }: EpisodeCardProps) {
  const { publicId, title, status, wave, listenUrl, audioUrl, partsUrl } = podcast;
  const sells = useSales();
  const isMaking = status === 'processing';
  const { data } = useQuery({
    ...partsQuery(partsUrl, 'paused'),
    enabled: isMaking && partsUrl !== null,
  });
  const isPlayable = isMaking ? Boolean(data?.parts.length) : audioUrl !== null;
  const row = useRow(isPlayable ? playableOfPodcast(podcast) : null);
  const playback = { ...row, toggle: isPlayable ? row.toggle : null };
  const more = (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={`More: ${title}`}
      onClick={({ currentTarget }) => onMore(podcast, currentTarget)}
      className="grid size-11 shrink-0 place-items-center rounded-full text-soft"
    >
      <Ellipsis aria-hidden size={24} />
    </button>
  );
  if (status === 'failed') {
    return (
      <EpisodeRow
        foot={
          <Button href={reorderPath(podcast, { unused: order })}>
            {sells ? 'Order again' : 'Make it again'}
          </Button>
        }
        more={more}
      >
        <Title text={title} className="line-clamp-2" />
        <p className="mt-1 text-meta text-soft">
          {podcast.failure ?? 'Couldn’t be finished.'} <Refund order={order} />
        </p>
      </EpisodeRow>
    );
  }
  const { spoken, whole } = recordedOf(podcast);
  return (
    <PlayableRow
      title={title}
      href={listenUrl}
      wave={wave}
      seed={publicId}
      playback={playback}
      recorded={isMaking ? spoken / whole : undefined}
      more={more}
    >
      {isMaking ? (
        <Making {...podcast} />
      ) : (
        <Finished podcast={podcast} order={order} playback={playback} />
      )}
    </PlayableRow>
  );
}

export function Making({ etaSeconds, ...made }: Made & Pick<Podcast, 'etaSeconds'>) {
  const sells = useSales();
  const left = timeLeft(etaSeconds);
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-meta">
      <StatusBadge>{stageOf(made, sells)}</StatusBadge>
      {left && <span className="text-soft">{left}</span>}
    </p>
  );
}

type FinishedProps = {
  podcast: Pick<Podcast, 'voice1Name' | 'voice2Name' | 'duration' | 'createdAt'>;
  order?: Order | undefined;
  playback: Playback;
};

export function Finished({ podcast, order, playback }: FinishedProps) {
  const { voice1Name, voice2Name, duration, createdAt } = podcast;
  const { secondsLeft, isPlayed } = playback;
  // Not in prerendered HTML: "today" depends on the visitor's time zone.
  const day = useHydrated() && `, ${relativeDay(createdAt, new Date())}`;
  return (
    <div className="mt-1 flex flex-wrap gap-x-2 text-meta">
      <p className="text-soft">
        {voice1Name} and {voice2Name}, {duration}
        {'\u00a0'}min
        {day}
        <Refund order={order} before=". " />
      </p>
      {secondsLeft !== null ? (
        <p className="font-semibold">{minutesLeft(secondsLeft)}</p>
      ) : (
        isPlayed && (
          <p className="flex items-center gap-1 font-semibold">
            <Check aria-hidden size={16} strokeWidth={2.5} className="shrink-0" /> Played
          </p>
        )
      )}
    </div>
  );
}

function Refund({ order, before = '' }: { order: Order | undefined; before?: string }) {
  const sells = useSales();
  const isBack = order?.status === 'refunded';
  if (!sells || !(isBack || order?.status === 'refund_pending')) return null;
  return (
    <>
      {before}
      <strong className="text-ink">
        {formatPrice(order.total)} {isBack ? 'refunded.' : 'is on its way back.'}
      </strong>
    </>
  );
}
