import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { paymentEventReply } from '#shared/admin.ts';
import { call, messageOf } from '../api/client.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { Details } from './Details.tsx';
import { LoadingRows } from './LoadingRows.tsx';
import { Moment } from './Moment.tsx';
import { listKey } from './pages.ts';

/** One event with its body as Paddle sent it. Closed without an id. */
export function EventSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery({
    queryKey: [listKey('payment-events'), 'one', id],
    queryFn: ({ signal }) =>
      call('GET', `${listKey('payment-events')}/${encodeURIComponent(id)}`, {
        schema: paymentEventReply,
        signal,
      }),
    enabled: id !== '',
    // Opened again, it may have been handled.
    staleTime: 0,
  });
  const event = query.data?.paymentEvent;
  return (
    <Sheet
      open={id !== ''}
      onOpenChange={(open) => open || onClose()}
      title={event?.type ?? 'Payment event'}
    >
      {event && (
        <>
          <Details
            of={[
              ['Event', <code key="id">{event.id}</code>],
              [
                'Transaction',
                event.transactionId && (
                  <Link
                    href={`/admin?view=orders&q=${encodeURIComponent(event.transactionId)}`}
                    className="underline"
                  >
                    {event.transactionId}
                  </Link>
                ),
              ],
              ['Happened', <Moment key="at" at={event.occurredAt} />],
              ['Came', <Moment key="at" at={event.receivedAt} />],
              ['Handled', event.handledAt ? <Moment key="at" at={event.handledAt} /> : 'not yet'],
              ['Outcome', event.outcome],
            ]}
          />
          <pre className="well mt-4 p-4 text-meta whitespace-pre-wrap [overflow-wrap:anywhere]">
            {JSON.stringify(event.payload, null, 2)}
          </pre>
        </>
      )}
      {query.isPending && id !== '' && <LoadingRows />}
      {query.isError && (
        <ErrorState
          title="We couldn’t fetch this event"
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        >
          {messageOf(query.error)}
        </ErrorState>
      )}
    </Sheet>
  );
}
