import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { titles } from '#shared/pages.ts';
import { reorderPath } from '#shared/reorderLink.ts';
import { isNotFound } from '../api/client.ts';
import { useSendsEmail } from '../api/config.ts';
import { partsQuery } from '../api/listen.ts';
import { mayBePaid, orderQuery, orderUntilPaidQuery, refundedOrderQuery } from '../api/orders.ts';
import { livePodcastQuery } from '../api/podcasts.ts';
import { useSales } from '../api/sales.ts';
import { track } from '../api/tracking/track.ts';
import { playableOfPodcast } from '../player/deck/playable.ts';
import { useRow } from '../player/deck/useRow.ts';
import { recordedOf } from '../player/recorded.ts';
import { useEpisodeEvents } from '../player/useEpisodeEvents.ts';
import { reachOf } from '../player/useParts.ts';
import { Button } from '../ui/Button.tsx';
import { lazySheet } from '../ui/lazySheet.tsx';
import { Page } from '../ui/Page.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Making } from './Making.tsx';
import { GoneOrder, moneyLine, NoSuchOrder } from './OrderStates.tsx';
import { Ready } from './Ready.tsx';

const EmailChangeSheet = lazySheet(() => import('./EmailChangeSheet.tsx'));

export default function SuccessPage() {
  const [search] = useSearchParams();
  const id = search.get('order');
  return id ? <ConfirmingPayment key={id} id={id} /> : <NoSuchOrder afterPayment />;
}

/** Without a payment after this long, the page asks whether it was made at all, ms. */
const LATE_AFTER = 25_000;

function ConfirmingPayment({ id }: { id: string }) {
  const sells = useSales();
  const { data, error, dataUpdatedAt } = useQuery(orderUntilPaidQuery(id));
  const [openedAt] = useState(Date.now);
  const order = data?.order;
  const paid = order?.status === 'paid' ? order : undefined;
  useEffect(() => {
    if (paid) track('Purchase', paid);
  }, [paid]);
  if (!order && isNotFound(error)) return <NoSuchOrder afterPayment />;
  if (order?.podcast) return <Production order={order} publicId={order.podcast.publicId} />;
  const isLate = dataUpdatedAt - openedAt > LATE_AFTER;
  if (!sells && order?.status === 'expired') return <GoneOrder order={order} />;
  if (order?.status === 'expired' && (isLate || !mayBePaid(order))) {
    return <Redirect to={`/checkout?order=${encodeURIComponent(id)}`} replace />;
  }
  if (order?.status === 'refunded' || order?.status === 'refund_pending') {
    return <GoneOrder order={order} />;
  }
  if (!sells) return <GettingReady isLost={error !== null} />;
  return (
    <Page title="Confirming your payment">
      <h1 className="mt-2 mb-3">Confirming your payment</h1>
      <p className="text-lead text-soft">
        This takes a few seconds. This page updates itself. You can close it.
      </p>
      <Spinner label={error ? 'Waiting for the connection...' : 'Waiting for your bank...'} />
      {order?.status === 'open' && isLate && (
        <div className="border-t border-line pt-5">
          <p className="text-soft">
            No payment has reached us yet. If you closed the payment window, you can go back to it.
            If you’ve paid, give it another minute.
          </p>
          <Button
            kind="quiet"
            href={`/checkout?order=${encodeURIComponent(id)}`}
            className="-mx-1 mt-2"
          >
            Back to checkout
          </Button>
        </div>
      )}
    </Page>
  );
}

function Production({ order, publicId }: { order: Order; publicId: string }) {
  const sells = useSales();
  const { data, error } = useLivePodcast(publicId);
  const podcast = data?.podcast;
  // Deleted by its owner, or charged back; the receipt says so, if there is one.
  if (isNotFound(error)) {
    const receipt = sells ? `?receipt=${encodeURIComponent(order.id)}` : '';
    return <Redirect to={`/dashboard${receipt}`} replace />;
  }
  if (!podcast) return <GettingReady />;
  if (podcast.status === 'completed' || podcast.status === 'processing') {
    return <Episode order={order} podcast={podcast} />;
  }
  return <FailedEpisode id={order.id} reason={podcast.failure} />;
}

/** One component for both states, so that a half-typed address survives the change. */
function Episode({ order, podcast }: { order: Order; podcast: Podcast }) {
  // Null until first opened; then it stays, so that it can animate when it closes.
  const [isEmailOpen, setEmailOpen] = useState<boolean | null>(null);
  const playable = playableOfPodcast(podcast);
  const row = useRow(playable);
  const parts = useQuery(partsQuery(playable.partsUrl, 'paused')).data?.parts;
  const shown = { podcast, playable, row, onChangeEmail: () => setEmailOpen(true) };
  return (
    <>
      {podcast.status === 'completed' ? (
        <Ready {...shown} />
      ) : (
        <Making {...shown} order={order} tape={recordedOf(podcast, reachOf(parts))} />
      )}
      {isEmailOpen !== null && (
        <EmailChangeSheet
          podcast={podcast}
          orderId={order.id}
          open={isEmailOpen}
          onClose={() => setEmailOpen(false)}
        />
      )}
    </>
  );
}

function GettingReady({ isLost = false }: { isLost?: boolean }) {
  return (
    <Page title={titles['/success']}>
      <h1 className="mt-2">The studio is getting ready.</h1>
      {isLost ? <Spinner label="Waiting for the connection..." /> : <Spinner />}
    </Page>
  );
}

function FailedEpisode({ id, reason }: { id: string; reason: string | null }) {
  const sells = useSales();
  const sendsEmail = useSendsEmail();
  const { data } = useQuery(sells ? refundedOrderQuery(id) : orderQuery(id));
  if (!data) return null;
  const { order } = data;
  return (
    <Page title="We couldn’t finish this one">
      <h1 className="mt-2 mb-3">We couldn’t finish this one</h1>
      <p className="text-lead">{sells ? moneyLine(order) : 'Its minutes are yours again.'}</p>
      <p className="mt-3 mb-7 text-soft">{reason ?? 'The studio gave up after several tries.'}</p>
      <Button kind="main" wide href={reorderPath(order, { unused: order })}>
        {sells ? 'Order again' : 'Make it again'}
      </Button>
      <p className="mt-5 text-meta text-soft">
        Everything you chose is filled in.
        {sendsEmail && ` We’ve emailed ${order.email} about it, too.`}
      </p>
    </Page>
  );
}

/** A lost connection keeps showing the last known state. */
function useLivePodcast(publicId: string) {
  const client = useQueryClient();
  const [isOver, setOver] = useState(false);
  const isStreaming = useEpisodeEvents(isOver ? null : publicId, async (event) => {
    const { queryKey } = livePodcastQuery(publicId, true);
    // A reply under way is older than the event.
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, event);
  });
  const live = useQuery(livePodcastQuery(publicId, isStreaming));
  const status = live.data?.podcast.status;
  const isDone = (status !== undefined && status !== 'processing') || isNotFound(live.error);
  if (isDone !== isOver) setOver(isDone);
  return live;
}
