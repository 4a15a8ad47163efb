import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { PaymentEventSummary } from '#shared/admin.ts';
import { paymentEventPages, paymentEventQuery } from '../api/admin.ts';
import { QueryError } from '../api/QueryError.tsx';
import { Button } from '../ui/Button.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { AdminRow, Facts, FlagNote, Moment } from './AdminRow.tsx';
import { useAddress } from './address.ts';
import { Details } from './Details.tsx';
import { groupEvents } from './eventGroups.ts';
import { LoadingRows, PagedList } from './Fetched.tsx';
import { Fold } from './Fold.tsx';
import { pluralize } from './format.ts';
import { SearchField } from './SearchField.tsx';

const types = [
  ['', 'All types'],
  ['transaction.', 'Transactions'],
  ['transaction.completed', 'Completed payments'],
  ['transaction.payment_failed', 'Failed payments'],
  ['adjustment.', 'Refunds and chargebacks'],
] as const;

export default function EventsView() {
  const address = useAddress();
  const [q, type] = [address.get('q'), address.get('type')];
  const pages = useInfiniteQuery(paymentEventPages({ q, type }));
  const narrowed = q || type;
  return (
    <>
      <div className="mb-5 grid gap-4 sm:grid-cols-[minmax(0,1fr)_240px]">
        <SearchField label="Event or transaction" />
        <SelectField
          label="Type"
          options={types}
          value={type}
          onChange={({ target }) => address.set({ type: target.value })}
        />
      </div>
      <PagedList
        pages={pages}
        things="payment events"
        itemsOf={(page) => groupEvents(page.paymentEvents)}
        keyOf={([{ id }]) => id}
        empty={narrowed ? 'No events match that.' : 'Paddle hasn’t told us anything yet.'}
        action={
          narrowed && (
            <Button onClick={() => address.set({ q: '', type: '' })}>Show all events</Button>
          )
        }
      >
        {([newest, ...others]) => (
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
        )}
      </PagedList>
      <EventSheet id={address.get('event')} onClose={() => address.close('event')} />
    </>
  );
}

function EventRow({ event }: { event: PaymentEventSummary }) {
  const address = useAddress();
  const { id, type, receivedAt, handledAt, outcome, transactionId } = event;
  return (
    <AdminRow title={type} onOpen={() => address.open('event', id)}>
      <Facts
        facts={[
          handledAt && outcome,
          <Moment key="at" at={receivedAt} />,
          transactionId && <code key="id">{transactionId}</code>,
        ]}
      />
      {!handledAt && <FlagNote>Not handled yet</FlagNote>}
      {outcome?.startsWith('unreadable') && <FlagNote>It couldn’t be read</FlagNote>}
    </AdminRow>
  );
}

function EventSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(paymentEventQuery(id));
  const event = query.data?.paymentEvent;
  return (
    <Sheet open={id !== ''} onClose={onClose} title={event?.type ?? 'Payment event'}>
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
