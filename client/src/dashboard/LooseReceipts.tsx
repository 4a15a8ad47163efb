import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { formatPrice } from '#shared/pricing.ts';
import { OrderRow } from './OrderRow.tsx';
import { RowLink } from './RowLink.tsx';
import { receiptPath } from './useReceipt.ts';
import { nameOf } from './words.ts';

type LooseReceiptsProps = { orders: readonly Order[]; podcasts: readonly Podcast[] };

/** Paid orders whose episode is not listed any more: deleted, or closed after a chargeback. */
export function LooseReceipts({ orders, podcasts }: LooseReceiptsProps) {
  const listed = new Set(podcasts.map(({ publicId }) => publicId));
  const loose = orders.filter(
    // An unfinished episode may be newer than the list.
    ({ podcast }) => podcast && podcast.status !== 'processing' && !listed.has(podcast.publicId),
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
