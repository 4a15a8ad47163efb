import type { Order } from '#shared/order.ts';
import { formatPrice } from '#shared/pricing.ts';
import { reorderPath } from '#shared/reorderLink.ts';
import { Button } from '../ui/Button.tsx';
import { OrderRow } from './OrderRow.tsx';
import { RowLink } from './RowLink.tsx';

/** Orders that wait for their payment. */
export function OpenOrders({ orders }: { orders: readonly Order[] }) {
  const open = orders.filter(({ status }) => status === 'open');
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="unpaid" className="mt-7 lg:mt-0">
      <h2 id="unpaid">Waiting for payment</h2>
      <ul className="mt-4">
        {open.map((order) => (
          <OrderRow
            key={order.id}
            order={order}
            note={formatPrice(order.total)}
            link={
              <RowLink href={reorderPath(order, order)} of={order.topic}>
                Make another like this
              </RowLink>
            }
            action={
              <Button href={`/checkout?order=${encodeURIComponent(order.id)}`} className="shrink-0">
                Finish paying
              </Button>
            }
          />
        ))}
      </ul>
    </section>
  );
}
