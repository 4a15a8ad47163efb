import type { Order } from '#shared/order.ts';
import { reorderPath } from '#shared/reorderLink.ts';
import { Button } from '../ui/Button.tsx';
import { OrderRow } from './OrderRow.tsx';

const DAY = 86_400_000;

/** Orders that were not paid in time; each can be ordered again for a day. */
export function LapsedOrders({ orders }: { orders: readonly Order[] }) {
  const lapsed = lapsedOf(orders, Date.now());
  if (lapsed.length === 0) return null;
  return (
    <section aria-labelledby="lapsed" className="mt-7">
      <h2 id="lapsed">Not paid in time</h2>
      <p className="mt-2 text-soft">An order waits for an hour. Nothing was charged.</p>
      <ul className="mt-4">
        {lapsed.map((order) => (
          <OrderRow
            key={order.id}
            order={order}
            note="expired"
            action={
              <Button href={reorderPath(order, order)} className="shrink-0">
                Order again
              </Button>
            }
          />
        ))}
      </ul>
    </section>
  );
}

/** Expired within the last day, and the topic has not been ordered again since. */
function lapsedOf(orders: readonly Order[], now: number): Order[] {
  return orders.filter(
    ({ status, topic, createdAt, expiresAt }) =>
      status === 'expired' &&
      now - Date.parse(expiresAt) < DAY &&
      !orders.some((later) => later.topic === topic && later.createdAt > createdAt),
  );
}
