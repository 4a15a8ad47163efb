import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { formatPrice } from '#shared/price.ts';
import { Button } from '../ui/Button.tsx';
import { Lamp } from '../ui/Lamp.tsx';
import { PlayKey } from '../ui/PlayKey.tsx';
import type { Sound } from '../ui/sound.ts';
import { Title } from '../ui/Title.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { Wave } from '../ui/Wave.tsx';
import { orderAgainPath } from './orderAgain.ts';
import { dayOf, stageOf, timeLeft } from './words.ts';

type TapeProps = {
  podcast: Podcast;
  /** What was paid for it, once the orders are known. */
  order: Order | undefined;
  sound: Sound;
  onToggle: (src: string) => void;
};

/** One episode on the shelf: in the making, ready to hear, or not to be finished. */
export function Tape({ podcast, order, sound, onToggle }: TapeProps) {
  if (podcast.status === 'failed') return <FailedTape podcast={podcast} order={order} />;
  if (podcast.status === 'processing') return <TapeInTheMaking podcast={podcast} />;
  return <FinishedTape podcast={podcast} sound={sound} onToggle={onToggle} />;
}

function Row({
  children,
  action,
  wave,
}: {
  children: ReactNode;
  action?: ReactNode;
  wave?: ReactNode;
}) {
  return (
    <li className="border-t border-line py-4">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0 grow">{children}</div>
        {action}
      </div>
      {wave}
    </li>
  );
}

function TitleLink({ podcast }: { podcast: Podcast }) {
  return (
    <Link href={podcast.listenUrl} className="-my-1 block rounded-chip py-1">
      <Title text={podcast.title} className="line-clamp-2" />
    </Link>
  );
}

function FinishedTape({ podcast, sound, onToggle }: Omit<TapeProps, 'order'>) {
  const { publicId, title, audioUrl, voice1Name, voice2Name, duration, createdAt } = podcast;
  const here = audioUrl !== null && sound.src === audioUrl;
  return (
    <Row
      action={
        audioUrl && (
          <>
            <Tooltip text="Download MP3">
              <a
                href={audioUrl}
                download={`${title}.mp3`}
                aria-label={`Download ${title}`}
                className="-mr-2 hidden size-11 shrink-0 place-items-center rounded-full text-soft sm:grid"
              >
                <Download aria-hidden size={20} />
              </a>
            </Tooltip>
            <PlayKey
              name={title}
              state={here ? sound.state : 'idle'}
              onToggle={() => onToggle(audioUrl)}
            />
          </>
        )
      }
      wave={
        <Wave
          seed={publicId}
          height={32}
          played={here ? sound.played : 1}
          head={here ? 'ink' : undefined}
          className="mt-3"
        />
      }
    >
      <TitleLink podcast={podcast} />
      <p className="mt-1 text-meta text-soft">
        {voice1Name} and {voice2Name}, {duration}
        {'\u00a0'}min, {dayOf(createdAt, new Date())}
      </p>
      {here && sound.state === 'failed' && (
        <p role="alert" className="mt-1 text-meta font-semibold text-err">
          This tape did not start. Press play to try again.
        </p>
      )}
    </Row>
  );
}

function TapeInTheMaking({ podcast }: { podcast: Podcast }) {
  const { publicId, progress, duration, etaSeconds } = podcast;
  const left = timeLeft(etaSeconds);
  return (
    <Row
      wave={
        <Wave
          seed={publicId}
          height={32}
          played={progress.secondsSpoken / (duration * 60)}
          head="air"
          className="mt-3"
        />
      }
    >
      <TitleLink podcast={podcast} />
      <p className="mt-1 flex flex-wrap gap-x-3 text-meta">
        <Lamp>{stageOf(podcast)}</Lamp>
        {left && <span className="text-soft">{left}</span>}
      </p>
    </Row>
  );
}

function FailedTape({ podcast, order }: Pick<TapeProps, 'podcast' | 'order'>) {
  return (
    <Row
      action={
        <Button href={orderAgainPath(podcast)} className="shrink-0">
          Order again
        </Button>
      }
    >
      <Title text={podcast.title} className="line-clamp-2" />
      <p className="mt-1 text-meta text-soft">
        {podcast.failure ?? 'Couldn’t be finished.'} <RefundLine order={order} />
      </p>
    </Row>
  );
}

function RefundLine({ order }: { order: Order | undefined }) {
  if (order?.status === 'refunded')
    return <strong className="text-ink">{formatPrice(order.total)} refunded.</strong>;
  if (order?.status === 'refund_pending')
    return <strong className="text-ink">{formatPrice(order.total)} is on its way back.</strong>;
  return null;
}
