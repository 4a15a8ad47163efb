import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { AdminOrder } from '#shared/admin.ts';
import { formatPrice } from '#shared/pricing.ts';
import { adminOrderQuery, orderPages } from '../api/admin.ts';
import { QueryError } from '../shell/QueryError.tsx';
import { Button } from '../ui/Button.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { useAddress } from './address.ts';
import { LoadingRows, PagedList } from './Fetched.tsx';
import { OrderActions } from './OrderActions.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { STATUS_WORDS } from './orderWords.ts';
import { Facts, FlagNote, Moment, Row } from './Row.tsx';
import { SearchField } from './SearchField.tsx';
import { SelectField } from './SelectField.tsx';

const statuses = [
  ['', 'All statuses'] as const,
  ...Object.entries(STATUS_WORDS),
  ['flagged', 'Needs a look'] as const,
];

export default function OrdersView() {
  const address = useAddress();
  const [q, status, flagged] = [address.get('q'), address.get('status'), address.get('flagged')];
  const pages = useInfiniteQuery(orderPages({ q, status, flagged }));
  const narrow = (choice: string) =>
    address.set(
      choice === 'flagged' ? { status: '', flagged: '1' } : { status: choice, flagged: '' },
    );
  const narrowed = q || status || flagged;
  return (
    <>
      <div className="mb-5 grid gap-4 sm:grid-cols-[minmax(0,1fr)_210px]">
        <SearchField label="Email, order, transaction or code" />
        <SelectField
          label="Status"
          options={statuses}
          value={flagged ? 'flagged' : status}
          onChange={({ target }) => narrow(target.value)}
        />
      </div>
      <PagedList
        pages={pages}
        things="orders"
        itemsOf={(page) => page.orders}
        keyOf={({ id }) => id}
        empty={narrowed ? 'No orders match that.' : 'Nobody has ordered anything yet.'}
        action={
          narrowed && (
            <Button onClick={() => address.set({ q: '', status: '', flagged: '' })}>
              Show all orders
            </Button>
          )
        }
      >
        {(order) => <OrderRow order={order} onOpen={() => address.open('order', order.id)} />}
      </PagedList>
      <OrderSheet id={address.get('order')} onClose={() => address.close('order')} />
    </>
  );
}

function OrderRow({ order, onOpen }: { order: AdminOrder; onOpen: () => void }) {
  return (
    <Row
      title={order.email || 'A deleted account'}
      onOpen={onOpen}
      aside={
        <span className="block text-right">
          <span className="block font-display text-h3 tabular-nums">
            {order.total === 0 ? 'Free' : formatPrice(order.total)}
          </span>
          <span className="block text-meta font-semibold">{STATUS_WORDS[order.status]}</span>
        </span>
      }
    >
      <span dir="auto" className="line-clamp-1">
        {order.topic || 'A deleted episode'}
      </span>
      <Facts
        of={[
          <Moment key="at" at={order.createdAt} />,
          `${order.duration} min`,
          order.discountCode && `code ${order.discountCode}`,
          order.isBonus && 'bonus',
        ]}
      />
      {order.flags.map(({ reason }) => (
        <FlagNote key={reason}>{reason}</FlagNote>
      ))}
    </Row>
  );
}

/** One order with its history and actions. Closed without an id. */
function OrderSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(adminOrderQuery(id));
  const order = query.data?.order;
  const sum = order && (order.total === 0 ? 'Free' : formatPrice(order.total));
  return (
    <Sheet
      open={id !== ''}
      onClose={onClose}
      title={order ? `${sum}, ${STATUS_WORDS[order.status].toLowerCase()}` : 'Order'}
      footer={order && <OrderActions key={order.id} order={order} />}
    >
      {order && <OrderFacts order={order} />}
      {query.isPending && id !== '' && <LoadingRows />}
      {query.isError && <QueryError title="We couldn’t fetch this order" query={query} />}
    </Sheet>
  );
}
