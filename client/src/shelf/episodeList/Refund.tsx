import type { Order } from '#shared/order.ts';
import { formatPrice } from '#shared/pricing.ts';
import { useSales } from '../../api/sales.ts';

type RefundProps = { order: Order | undefined; before?: string };

export function Refund({ order, before = '' }: RefundProps) {
  const sells = useSales();
  const isBack = order?.status === 'refunded';
  if (!sells || !(isBack || order?.status === 'refund_pending')) return null;
  return (
    <>
      {before}
      <strong className="text-ink">
        {formatPrice(order.total)} {isBack ? 'refunded.' : 'is on its way back.'}
      </strong>
    </>
  );
}
