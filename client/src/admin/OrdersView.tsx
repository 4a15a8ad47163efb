import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import type { AdminOrder } from '#shared/admin.ts';
import { formatPrice } from '#shared/pricing.ts';
import { adminOrderQuery, orderPages } from '../api/admin.ts';
import { QueryError } from '../api/QueryError.tsx';
import { classes } from '../ui/classes.ts';
import { Sheet } from '../ui/Sheet.tsx';
import { useAddress } from './address.ts';
import { STATUS_WORDS } from './format.ts';
import { ListView } from './ListView.tsx';
import { OrderActions } from './OrderActions.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { FlagNote, LoadingRows, Moment } from './parts.tsx';

const statuses = [
  ['', 'All statuses'] as const,
  ...Object.entries(STATUS_WORDS),
  ['flagged', 'Needs a look'] as const,
];

export default function OrdersView() {
  return (
    <>
      <ListView
        things="orders"
        query={orderPages}
        rowsOf={({ orders }) => orders.map((order) => <OrderRow key={order.id} order={order} />)}
        empty="Nobody has ordered anything yet."
        filters={{
          layout: 'mb-5 grid gap-4 sm:grid-cols-[minmax(0,1fr)_210px]',
          search: 'Email, order, transaction or code',
          choice: { label: 'Status', name: 'status', marks: ['flagged'], options: statuses },
          noMatch: 'No orders match that.',
          showAll: 'Show all orders',
        }}
      />
      <OrderSheet />
    </>
  );
}

const priceOf = ({ total }: AdminOrder): string => (total === 0 ? 'Free' : formatPrice(total));

/** Stacked like an `AdminRow` on phones; one line of columns on wide screens. */
function OrderRow({ order }: { order: AdminOrder }) {
  const address = useAddress();
  const { email, topic, createdAt, duration, discountCode, isBonus, status, flags } = order;
  const isUnpaid = status === 'open' || status === 'expired';
  const below = 'xl:order-2 xl:col-span-full';
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => address.open('order', order.id)}
      className="flex w-full items-start justify-between gap-4 rounded-chip py-4 text-left xl:grid xl:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)_6rem_3.5rem_9rem_3.5rem_1.25rem] xl:items-center xl:gap-y-0 xl:py-3"
    >
      <span className="block min-w-0 grow xl:contents">
        <span className="block font-bold [overflow-wrap:anywhere] xl:truncate">
          {email || 'A deleted account'}
        </span>
        <span className="block text-meta text-soft [overflow-wrap:anywhere] xl:contents">
          <span dir="auto" className="line-clamp-1">
            {topic || 'A deleted episode'}
          </span>
          <span className="flex flex-wrap gap-x-3.5 xl:contents">
            <Moment at={createdAt} />
            <span className="xl:text-right">{duration} min</span>
            {discountCode && <span className={below}>code {discountCode}</span>}
            {isBonus && <span className={below}>bonus</span>}
          </span>
          {flags.map(({ reason }) => (
            <span key={reason} className={below}>
              <FlagNote>{reason}</FlagNote>
            </span>
          ))}
        </span>
      </span>
      <span className={classes('block shrink-0 text-right xl:contents', isUnpaid && 'text-soft')}>
        <span className="block font-display text-h3 tabular-nums xl:order-1">{priceOf(order)}</span>
        <span
          className={classes('block text-meta xl:pl-3 xl:text-left', !isUnpaid && 'font-semibold')}
        >
          {STATUS_WORDS[status]}
        </span>
      </span>
      <ChevronRight
        aria-hidden
        size={20}
        className="-mr-1.5 -ml-3 shrink-0 self-center text-soft xl:order-1 xl:ml-0"
      />
    </button>
  );
}

function OrderSheet() {
  const address = useAddress();
  const id = address.get('order');
  const query = useQuery(adminOrderQuery(id));
  const order = query.data?.order;
  return (
    <Sheet
      open={id !== ''}
      onClose={() => address.close('order')}
      title={order ? `${priceOf(order)}, ${STATUS_WORDS[order.status].toLowerCase()}` : 'Order'}
      footer={order && <OrderActions key={order.id} order={order} />}
    >
      {order && <OrderFacts order={order} />}
      {query.isPending && id !== '' && <LoadingRows />}
      {query.isError && <QueryError title="We couldn’t fetch this order" query={query} />}
    </Sheet>
  );
}
