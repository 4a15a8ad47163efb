import type { Order } from '#shared/order.ts';
import { formatPrice } from '#shared/price.ts';
import { Button } from '../ui/Button.tsx';
import { Title } from '../ui/Title.tsx';

/** Orders that wait for their payment: nothing is lost, and the way back is one key. */
export function OpenOrders({ orders }: { orders: readonly Order[] }) {
  const open = orders.filter(({ status }) => status === 'open');
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="unpaid" className="mt-7">
      <h2 id="unpaid">Waiting for payment</h2>
      <ul className="mt-4">
        {open.map(({ id, topic, duration, total, voice1Name, voice2Name }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line py-4"
          >
            <div className="min-w-0 grow basis-48">
              <Title text={topic} className="line-clamp-3" />
              <p className="mt-1 text-meta text-soft">
                {voice1Name} and {voice2Name}, {duration}
                {'\u00a0'}min, {formatPrice(total)}
              </p>
            </div>
            <Button href={`/checkout?order=${encodeURIComponent(id)}`} className="shrink-0">
              Finish paying
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
