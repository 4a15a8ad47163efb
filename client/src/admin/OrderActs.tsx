import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AdminOrderDetail, orderReply } from '#shared/admin.ts';
import { formatPrice } from '#shared/tariff.ts';
import { call } from '../api.ts';
import { Button } from '../ui/Button.tsx';
import { listKey } from './pages.ts';
import { RefundStep } from './RefundStep.tsx';
import { useAct } from './useAct.ts';
import { STATUS_WORDS } from './words.ts';

/** What an admin can do about an order; a refund asks once more first. */
export function OrderActs({ order }: { order: AdminOrderDetail }) {
  const [refunding, setRefunding] = useState(false);
  const client = useQueryClient();
  const path = `${listKey('orders')}/${order.id}`;

  async function ask(act: string, body?: object) {
    const reply = await call('POST', `${path}/${act}`, { body, schema: orderReply });
    client.setQueryData([listKey('orders'), 'one', order.id], reply);
    return reply.order;
  }
  const lists = ['orders', 'audit', 'figures'];
  const recheck = useAct({
    run: () => ask('recheck'),
    lists,
    done: ({ status }) =>
      `Paddle has been asked. The order is ${STATUS_WORDS[status].toLowerCase()}.`,
    failed: 'Paddle could not be asked',
  });
  const clear = useAct({
    run: () => ask('clear-flag'),
    lists,
    done: () => 'The flag is cleared',
    failed: 'The flag stays',
  });
  const refund = useAct({
    run: (reason: string) => ask('refund', { reason }),
    lists,
    done: ({ status, refundId, total }) =>
      status === 'refunded' || refundId
        ? `${formatPrice(total)} is on its way back`
        : 'Paddle did not answer. We keep asking.',
    failed: 'Nothing was refunded',
  });

  if (refunding) {
    return (
      <RefundStep
        order={order}
        pending={refund.isPending}
        onRefund={(reason) => refund.start(reason, { onSettled: () => setRefunding(false) })}
        onKeep={() => setRefunding(false)}
      />
    );
  }
  const canRefund = order.status === 'paid' && order.total > 0;
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        className="grow px-3!"
        pending={recheck.isPending}
        pendingLabel="Asking Paddle..."
        onClick={() => recheck.start(undefined)}
      >
        Check with Paddle
      </Button>
      {order.flag && (
        <Button
          className="grow px-3!"
          pending={clear.isPending}
          pendingLabel="Clearing..."
          onClick={() => clear.start(undefined)}
        >
          Clear the flag
        </Button>
      )}
      {canRefund && (
        <Button className="grow px-3!" onClick={() => setRefunding(true)}>
          Refund {formatPrice(order.total)}
        </Button>
      )}
    </div>
  );
}
