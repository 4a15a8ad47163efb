import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { paymentEventQuery } from '../api/admin.ts';
import { QueryError } from '../shell/QueryError.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { Details } from './Details.tsx';
import { LoadingRows } from './Fetched.tsx';
import { Moment } from './Row.tsx';

/** One event with its body as Paddle sent it. Closed without an id. */
export function EventSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(paymentEventQuery(id));
  const event = query.data?.paymentEvent;
  return (
    <Sheet open={id !== ''} onClose={onClose} title={event?.type ?? 'Payment event'}>
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
      {query.isError && <QueryError title="We couldn’t fetch this event" query={query} />}
    </Sheet>
  );
}
