import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { PaymentEventSummary } from '#shared/admin.ts';
import { paymentEventPages, paymentEventQuery } from '../api/admin.ts';
import { QueryError } from '../api/QueryError.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { useAddress } from './address.ts';
import { pluralize } from './format.ts';
import { ListView } from './ListView.tsx';
import { AdminRow, Details, FlagNote, Fold, LoadingRows, Moment } from './parts.tsx';

const types = [
  ['', 'All types'],
  ['transaction.', 'Transactions'],
  ['transaction.completed', 'Completed payments'],
  ['transaction.payment_failed', 'Failed payments'],
  ['adjustment.', 'Refunds and chargebacks'],
] as const;

export default function EventsView() {
  return (
    <>
      <ListView
        things="payment events"
        query={paymentEventPages}
        rowsOf={({ paymentEvents }) =>
          groupEvents(paymentEvents).map((group) => <EventGroup key={group[0].id} group={group} />)
        }
        empty="Paddle hasn’t told us anything yet."
        filters={{
          layout: 'mb-5 grid gap-4 sm:grid-cols-[minmax(0,1fr)_240px]',
          search: 'Event or transaction',
          choice: { label: 'Type', name: 'type', marks: [], options: types },
          noMatch: 'No events match that.',
          showAll: 'Show all events',
        }}
      />
      <EventSheet />
    </>
  );
}

/** Consecutive events of one transaction, newest first. */
type Group = [PaymentEventSummary, ...PaymentEventSummary[]];

/** Paddle's four events of a sale are one row. An event that needs a look has a row of its own. */
function groupEvents(events: readonly PaymentEventSummary[]): Group[] {
  const groups: Group[] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last && groupOf(last[0]) === groupOf(event)) last.push(event);
    else groups.push([event]);
  }
  return groups;
}

const isUnreadable = ({ outcome }: PaymentEventSummary) => outcome?.startsWith('unreadable');

const groupOf = (event: PaymentEventSummary): string =>
  event.transactionId && event.handledAt && !isUnreadable(event) ? event.transactionId : event.id;

function EventGroup({ group: [newest, ...others] }: { group: Group }) {
  return (
    <>
      <EventRow event={newest} />
      {others.length > 0 && (
        <Fold title={pluralize(others.length, 'earlier event')}>
          {others.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </Fold>
      )}
    </>
  );
}

function EventRow({ event }: { event: PaymentEventSummary }) {
  const address = useAddress();
  const { id, type, receivedAt, handledAt, outcome, transactionId } = event;
  return (
    <AdminRow
      title={type}
      onOpen={() => address.open('event', id)}
      facts={[
        handledAt && outcome,
        <Moment key="at" at={receivedAt} />,
        transactionId && <code key="id">{transactionId}</code>,
      ]}
    >
      {!handledAt && <FlagNote>Not handled yet</FlagNote>}
      {isUnreadable(event) && <FlagNote>It couldn’t be read</FlagNote>}
    </AdminRow>
  );
}

function EventSheet() {
  const address = useAddress();
  const id = address.get('event');
  const query = useQuery(paymentEventQuery(id));
  const event = query.data?.paymentEvent;
  return (
    <Sheet
      open={id !== ''}
      onClose={() => address.close('event')}
      title={event?.type ?? 'Payment event'}
    >
      {event && (
        <>
          <Details
            items={[
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
              ['Received', <Moment key="at" at={event.receivedAt} />],
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
