import { useQuery } from '@tanstack/react-query';
import { formatPrice } from '#shared/pricing.ts';
import { adminOrderQuery } from '../api/admin.ts';
import { QueryError } from '../shell/QueryError.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { LoadingRows } from './Fetched.tsx';
import { OrderActions } from './OrderActions.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { STATUS_WORDS } from './words.ts';

/** One order with its history and actions. Closed without an id. */
export function OrderSheet({ id, onClose }: { id: string; onClose: () => void }) {
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
