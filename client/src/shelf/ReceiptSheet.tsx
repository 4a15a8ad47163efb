import { useQuery } from '@tanstack/react-query';
import { ExternalLink, Undo2 } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { clock, spokenClock } from '#shared/clock.ts';
import type { EpisodeWave, Podcast } from '#shared/episode.ts';
import type { Receipt } from '#shared/order.ts';
import { discountName, discountWords, formatPrice, hasDiscount } from '#shared/pricing.ts';
import { reorderPath } from '#shared/reorderLink.ts';
import { isNotFound } from '../api/client.ts';
import { receiptQuery } from '../api/orders.ts';
import { QueryError } from '../api/QueryError.tsx';
import { refundPath } from '../api/refund.ts';
import { Wave } from '../player/engine/Wave.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Title } from '../ui/Title.tsx';
import { dateOf, displayTitle } from './episodeText.ts';

type ReceiptSheetProps = {
  id: string;
  /** The listed episodes, for their waves. */
  episodes: readonly Podcast[];
  open: boolean;
  onClose: () => void;
};

export default function ReceiptSheet({ id, episodes, open, onClose }: ReceiptSheetProps) {
  const query = useQuery({ ...receiptQuery(id), enabled: open });
  const { data: receipt, error } = query;
  const episode = episodes.find(({ publicId }) => publicId === receipt?.publicId);
  const isLost = receipt?.episode === 'failed';
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Receipt"
      footer={
        receipt && (
          <Button
            kind={isLost ? 'main' : 'plain'}
            wide
            href={reorderPath(receipt, isLost ? { unused: receipt } : { from: 'own' })}
          >
            {isLost ? 'Order again' : 'Make another like this'}
          </Button>
        )
      }
    >
      {receipt ? (
        <ReceiptFacts receipt={receipt} wave={episode?.wave} />
      ) : isNotFound(error) ? (
        <ErrorState title="We can’t find that receipt">
          The link may be incomplete, or the order belongs to another account.
        </ErrorState>
      ) : error ? (
        <QueryError title="We couldn’t fetch this receipt" query={query} />
      ) : (
        // As high as a receipt, so that the sheet opens at its final height.
        <div role="status" className="flex flex-col gap-5">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-36 rounded-card!" />
          <Skeleton className="h-32" />
          <Skeleton className="h-24" />
        </div>
      )}
    </Sheet>
  );
}

type ReceiptFactsProps = { receipt: Receipt; wave?: EpisodeWave | null | undefined };

export function ReceiptFacts({ receipt, wave }: ReceiptFactsProps) {
  const { id, status, total, hasInvoice } = receipt;
  const news = moneyWords(receipt);
  return (
    <div className="flex flex-col gap-5">
      <Bought receipt={receipt} wave={wave} />
      {news && (
        <p className="flex gap-3 rounded-card border border-rim px-4 py-3">
          <Undo2 aria-hidden size={20} className="mt-0.5 shrink-0" />
          <span className="min-w-0">{news}</span>
        </p>
      )}
      <Sums receipt={receipt} />
      {hasInvoice && (
        // Paddle's link expires after an hour, so the server requests a new one at each click.
        <a
          href={`/api/orders/${encodeURIComponent(id)}/invoice`}
          target="_blank"
          rel="noopener"
          className="button flex min-h-12 items-center justify-center gap-2.5 rounded-button px-5 font-bold"
        >
          Open Paddle’s invoice <ExternalLink aria-hidden size={18} />
          <span className="sr-only">in a new tab</span>
        </a>
      )}
      {status === 'paid' && total > 0 && (
        <Button kind="quiet" href={refundPath(id)} className="-my-2">
          Ask for a refund
        </Button>
      )}
      <p className="text-meta text-soft">
        {total === 0
          ? 'Nothing was charged. Nothing renews.'
          : 'Tax included. Paddle took the payment; its invoice shows the tax and what your card was charged. Nothing renews.'}
      </p>
    </div>
  );
}

function Bought({ receipt, wave }: ReceiptFactsProps) {
  const { publicId, title, topic, voice1Name, voice2Name, episode } = receipt;
  const { sources, onlyTheseSources } = receipt;
  return (
    <section aria-label="What you bought">
      <div className="grille rounded-well border border-line bg-well py-2">
        <Wave wave={wave} seed={publicId} height={40} played={episode === 'completed' ? 1 : 0} />
      </div>
      <div className="pt-3">
        <Title text={displayTitle(title)} className="line-clamp-4" />
        {topic !== title && topic && (
          <p className="mt-1 line-clamp-3 text-meta text-soft [overflow-wrap:anywhere]">
            You asked: <bdi>{topic}</bdi>
          </p>
        )}
        {sources.length > 0 && (
          <p className="mt-1 line-clamp-3 text-meta text-soft [overflow-wrap:anywhere]">
            {onlyTheseSources ? 'Only from what you brought' : 'You brought'}:{' '}
            {sources.map(({ id, title }, index) => (
              <Fragment key={id}>
                {index > 0 && ', '}
                <bdi>{title}</bdi>
              </Fragment>
            ))}
          </p>
        )}
        <p className="mt-1.5 text-meta text-soft">
          <strong className="text-a">{voice1Name}</strong> and{' '}
          <strong className="text-b">{voice2Name}</strong>
        </p>
      </div>
    </section>
  );
}

function Sums({ receipt }: { receipt: Receipt }) {
  const { id, duration, listPrice, total, paidAt, episode, durationSeconds } = receipt;
  const undelivered = episode === 'processing' ? 'In the making' : 'None';
  return (
    <dl>
      <Line name={total === 0 ? 'Ordered on' : 'Paid on'}>{dateOf(paidAt)}</Line>
      <Line name="Order">
        <span className="[overflow-wrap:anywhere]">{id}</span>
      </Line>
      <Line name="Bought">
        <Length seconds={duration * 60} />
      </Line>
      <Line name="Delivered">
        {durationSeconds === null ? undelivered : <Length seconds={durationSeconds} />}
      </Line>
      <Line name="List price">{formatPrice(listPrice)}</Line>
      {hasDiscount(receipt) && <Line name={discountName(receipt)}>{discountWords(receipt)}</Line>}
      <div className="mt-2 flex items-baseline justify-between gap-4 border-t border-line pt-3 font-display text-h3">
        <dt>Total</dt>
        <dd>{total === 0 ? 'Free' : formatPrice(total)}</dd>
      </div>
    </dl>
  );
}

function Length({ seconds }: { seconds: number }) {
  return (
    <>
      <span aria-hidden>{clock(seconds)}</span>
      <span className="sr-only">{spokenClock(seconds)}</span>
    </>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-baseline justify-between gap-4 py-1">
      <dt className="min-w-0 text-soft [overflow-wrap:anywhere]">{name}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  );
}

const because: Record<NonNullable<Receipt['refundReason']>, string> = {
  failed: 'We couldn’t make this one.',
  length: 'It isn’t as long as you paid for; you keep it.',
  support: 'The episode stays yours; its shared links no longer work.',
  discount: 'The discount had ended by the time you paid, so nothing was made.',
};

function moneyWords(receipt: Receipt): string | null {
  const { status, total, refundReason, refundedAt, episode, isBonus } = receipt;
  const sum = formatPrice(total);
  const why = refundReason ? `${because[refundReason]} ` : '';
  if (status === 'charged_back') {
    return `Your bank took ${sum} back, so the episode is closed.`;
  }
  if (status === 'refunded') {
    const day = refundedAt ? ` on ${dateOf(refundedAt)}` : '';
    return `${why}${sum} went back to the card you paid with${day}. Your bank may take a few days to show it.`;
  }
  if (status === 'refund_pending') {
    return `${why}${sum} is on its way back to the card you paid with. There’s nothing you need to do.`;
  }
  if (episode !== 'failed') return null;
  if (isBonus) return 'We couldn’t make this one. Your free episode is yours again.';
  if (total === 0) return 'We couldn’t make this one. You can use your code again.';
  return `We couldn’t make this one. ${sum} goes back by itself; there’s nothing you need to do.`;
}
