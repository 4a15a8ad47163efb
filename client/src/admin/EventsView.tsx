import { useInfiniteQuery } from '@tanstack/react-query';
import { paymentEventPages } from '../api/admin.ts';
import { Button } from '../ui/Button.tsx';
import { useAddress } from './address.ts';
import { EventSheet } from './EventSheet.tsx';
import { PagedList } from './Fetched.tsx';
import { Facts, FlagNote, Moment, Row } from './Row.tsx';
import { SearchField } from './SearchField.tsx';
import { SelectField } from './SelectField.tsx';

const types = [
  ['', 'Every type'],
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
        itemsOf={(page) => page.paymentEvents}
        keyOf={({ id }) => id}
        empty={narrowed ? 'No event matches that.' : 'Paddle has not told us anything yet.'}
        action={
          narrowed && (
            <Button onClick={() => address.set({ q: '', type: '' })}>Show all events</Button>
          )
        }
      >
        {(event) => (
          <Row title={event.type} onOpen={() => address.open('event', event.id)}>
            <Facts
              of={[
                event.handledAt && event.outcome,
                <Moment key="at" at={event.receivedAt} />,
                event.transactionId && <code key="id">{event.transactionId}</code>,
              ]}
            />
            {!event.handledAt && <FlagNote>Not handled yet</FlagNote>}
            {event.outcome?.startsWith('unreadable') && <FlagNote>It could not be read</FlagNote>}
          </Row>
        )}
      </PagedList>
      <EventSheet id={address.get('event')} onClose={() => address.close('event')} />
    </>
  );
}
