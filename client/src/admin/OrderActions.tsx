import { useState } from 'react';
import type { AdminOrderDetail } from '#shared/admin.ts';
import { formatPrice } from '#shared/pricing.ts';
import { orderAction } from '../api/admin.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/TextField.tsx';
import { ActionButton, useAdminAction } from './actions.tsx';
import { STATUS_WORDS, sumOf } from './format.ts';
import { focus } from './parts.tsx';

/** What can be refunded: the order's own payment, or an unmatched one. */
type Refund = { sum: string; payment?: string };

export function OrderActions({ order }: { order: AdminOrderDetail }) {
  const [chosen, setChosen] = useState<Refund | null>(null);
  if (chosen) return <RefundStep order={order} refund={chosen} onEnd={() => setChosen(null)} />;
  return (
    <div className="flex flex-wrap gap-3">
      <ActionButton
        action={{
          ...orderAction<undefined>(order.id, 'recheck'),
          done: ({ status }) =>
            `We asked Paddle. The order is ${STATUS_WORDS[status].toLowerCase()}.`,
          failed: 'We couldn’t ask Paddle',
        }}
        input={undefined}
        className="grow px-3!"
        pendingLabel="Asking Paddle..."
      >
        Check with Paddle
      </ActionButton>
      {order.flags.length > 0 && (
        <ActionButton
          action={{
            ...orderAction<undefined>(order.id, 'clear-flag'),
            done: () => 'The flag is cleared',
            failed: 'The flag wasn’t cleared',
          }}
          input={undefined}
          className="grow px-3!"
          pendingLabel="Clearing..."
        >
          Clear the flag
        </ActionButton>
      )}
      {refundsOf(order).map((refund) => (
        <Button
          key={refund.payment ?? 'own'}
          className="grow px-3!"
          onClick={() => setChosen(refund)}
        >
          Refund {refund.sum}
        </Button>
      ))}
    </div>
  );
}

function refundsOf({ total, status, unmatchedPayments, ...order }: AdminOrderDetail): Refund[] {
  const isRefused = status === 'refund_pending' && !order.refundId && !order.refundDueAt;
  return [
    ...(total > 0 && (status === 'paid' || isRefused) ? [{ sum: formatPrice(total) }] : []),
    ...unmatchedPayments
      .filter(({ state }) => state === 'kept' || state === 'refused')
      .map((unmatched) => ({ sum: sumOf(unmatched), payment: unmatched.transactionId })),
  ];
}

type RefundStepProps = { order: AdminOrderDetail; refund: Refund; onEnd: () => void };

/** Names the sum and the buyer before money moves; the question has the focus, not the button. */
function RefundStep({ order, refund, onEnd }: RefundStepProps) {
  const { sum, payment } = refund;
  const [reason, setReason] = useState('');
  const { isPending, start } = useAdminAction({
    ...orderAction<Refund & { reason: string }>(order.id, 'refund'),
    done({ unmatchedPayments, status, refundId }) {
      const unmatched = unmatchedPayments.find(({ transactionId }) => transactionId === payment);
      const isTaken = unmatched ? unmatched.state !== 'kept' : status === 'refunded' || refundId;
      return isTaken ? `${sum} is on its way back` : 'Paddle didn’t answer. We’ll keep asking.';
    },
    failed: 'Nothing was refunded',
  });
  return (
    <fieldset aria-labelledby="refund-question">
      <p
        ref={focus}
        id="refund-question"
        tabIndex={-1}
        className="font-bold outline-none [overflow-wrap:anywhere]"
      >
        Refund {sum} to {order.account || order.email || 'a deleted account'}?
      </p>
      <p className="mb-3 text-meta text-soft">
        {payment
          ? 'This payment doesn’t pay for anything. The order stays as it is and can no longer be paid with it.'
          : 'They keep the episode; links they shared stop working.'}
      </p>
      <TextField
        label="Why (optional, for the audit)"
        maxLength={200}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button
          kind="main"
          className="grow"
          pending={isPending}
          pendingLabel="Refunding..."
          onClick={() => start({ ...refund, reason }, { onSettled: onEnd })}
        >
          Refund {sum}
        </Button>
        {!isPending && (
          <Button kind="quiet" onClick={onEnd}>
            Don’t refund
          </Button>
        )}
      </div>
    </fieldset>
  );
}
