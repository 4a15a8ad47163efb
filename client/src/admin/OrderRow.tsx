import type { AdminOrder } from '#shared/admin.ts';
import { formatPrice } from '#shared/pricing.ts';
import { FlagNote } from './FlagNote.tsx';
import { Moment } from './Moment.tsx';
import { Facts, Row } from './Row.tsx';
import { STATUS_WORDS } from './words.ts';

export function OrderRow({ order, onOpen }: { order: AdminOrder; onOpen: () => void }) {
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
