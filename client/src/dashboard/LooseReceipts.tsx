import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { formatPrice } from '#shared/pricing.ts';
import { OrderRow } from './OrderRow.tsx';
import { RowLink } from './RowLink.tsx';
import { receiptPath } from './useReceipt.ts';
import { nameOf } from './words.ts';

type LooseReceiptsProps = { orders: readonly Order[]; podcasts: readonly Podcast[] };

/** What was paid for and stands on the shelf no more: deleted, or closed by the bank. */
export function LooseReceipts({ orders, podcasts }: LooseReceiptsProps) {
  const shelved = new Set(podcasts.map(({ publicId }) => publicId));
  const loose = orders.filter(
    // One in the making may simply be younger than the shelf as we know it.
    ({ podcast }) => podcast && podcast.status !== 'processing' && !shelved.has(podcast.publicId),
  );
  if (loose.length === 0) return null;
  return (
    <section aria-labelledby="loose" className="mb-7">
      <h2 id="loose">Receipts without a tape</h2>
      <ul className="mt-4">
        {loose.map((order) => (
          <OrderRow
            key={order.id}
            order={order}
            note={order.total === 0 ? 'free' : formatPrice(order.total)}
            link={
              <RowLink href={receiptPath(order.id)} of={nameOf(order.topic)}>
                Receipt
              </RowLink>
            }
          />
        ))}
      </ul>
    </section>
  );
}
