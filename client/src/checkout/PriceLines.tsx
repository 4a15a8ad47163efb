import type { ReactNode } from 'react';
import type { Order } from '#shared/order.ts';
import { formatPrice } from '#shared/pricing.ts';

/** List price, discount and total. */
export function PriceLines({ order }: { order: Order }) {
  const percent = Math.round((order.discountAmount * 100) / order.listPrice);
  return (
    <dl>
      <Line name={`${order.duration} minutes`}>{formatPrice(order.listPrice)}</Line>
      {order.discountAmount > 0 && (
        <Line
          name={
            order.isBonus ? 'Bonus episode, on the house' : `${order.discountCode}, ${percent}% off`
          }
        >
          −{formatPrice(order.discountAmount)}
        </Line>
      )}
      <div className="mt-2 flex items-baseline justify-between gap-4 border-t border-line pt-4 font-display text-h2">
        <dt>Total</dt>
        <dd>{order.total === 0 ? 'Free' : formatPrice(order.total)}</dd>
      </div>
    </dl>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <dt className="[overflow-wrap:anywhere]">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
