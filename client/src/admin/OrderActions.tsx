import { useEffect, useRef, useState } from 'react';
import type { AdminOrderDetail } from '#shared/admin.ts';
import { formatPrice } from '#shared/pricing.ts';
import { orderAction } from '../api/admin.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/TextField.tsx';
import { STATUS_WORDS, sumOf } from './orderWords.ts';
import { useAdminAction } from './useAdminAction.ts';

type Payment = { sum: string; payment?: string };

export function OrderActions({ order }: { order: AdminOrderDetail }) {
  /** The payment to refund: the order's own, or an unmatched one. */
  const [refunding, setRefunding] = useState<Payment | null>(null);
  const recheck = useAdminAction({
    ...orderAction<undefined>(order.id, 'recheck'),
    done: ({ status }) => `We asked Paddle. The order is ${STATUS_WORDS[status].toLowerCase()}.`,
    failed: 'We couldn’t ask Paddle',
  });
  const clear = useAdminAction({
    ...orderAction<undefined>(order.id, 'clear-flag'),
    done: () => 'The flag is cleared',
    failed: 'The flag wasn’t cleared',
  });
  const refund = useAdminAction({
    ...orderAction<Payment & { reason: string }>(order.id, 'refund'),
    done(now, { sum, payment }) {
      const unmatched = now.unmatchedPayments.find(
        ({ transactionId }) => transactionId === payment,
      );
      const isTaken = unmatched
        ? unmatched.state !== 'kept'
        : now.status === 'refunded' || now.refundId;
      return isTaken ? `${sum} is on its way back` : 'Paddle didn’t answer. We’ll keep asking.';
    },
    failed: 'Nothing was refunded',
  });

  if (refunding) {
    return (
      <RefundStep
        order={order}
        sum={refunding.sum}
        note={
          refunding.payment
            ? 'This payment doesn’t pay for anything. The order stays as it is and can no longer be paid with it.'
            : 'They keep the episode; links they shared stop working.'
        }
        pending={refund.isPending}
        onRefund={(reason) =>
          refund.start({ ...refunding, reason }, { onSettled: () => setRefunding(null) })
        }
        onKeep={() => setRefunding(null)}
      />
    );
  }
  const isRefused = order.status === 'refund_pending' && !order.refundId && !order.refundDueAt;
  const own = { sum: formatPrice(order.total) };
  const kept = order.unmatchedPayments.filter(
    ({ state }) => state === 'kept' || state === 'refused',
  );
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
      {order.flags.length > 0 && (
        <Button
          className="grow px-3!"
          pending={clear.isPending}
          pendingLabel="Clearing..."
          onClick={() => clear.start(undefined)}
        >
          Clear the flag
        </Button>
      )}
      {order.total > 0 && (order.status === 'paid' || isRefused) && (
        <Button className="grow px-3!" onClick={() => setRefunding(own)}>
          Refund {own.sum}
        </Button>
      )}
      {kept.map((unmatched) => (
        <Button
          key={unmatched.transactionId}
          className="grow px-3!"
          onClick={() => setRefunding({ sum: sumOf(unmatched), payment: unmatched.transactionId })}
        >
          Refund {sumOf(unmatched)}
        </Button>
      ))}
    </div>
  );
}

type RefundStepProps = {
  order: AdminOrderDetail;
  sum: string;
  note: string;
  pending: boolean;
  onRefund: (reason: string) => void;
  onKeep: () => void;
};

/** Names the sum and the buyer before money moves; the question has the focus, not the button. */
function RefundStep({ order, sum, note, pending, onRefund, onKeep }: RefundStepProps) {
  const [reason, setReason] = useState('');
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => question.current?.focus(), []);
  return (
    <fieldset aria-labelledby="refund-question">
      <p
        ref={question}
        id="refund-question"
        tabIndex={-1}
        className="font-bold outline-none [overflow-wrap:anywhere]"
      >
        Refund {sum} to {order.account || order.email || 'a deleted account'}?
      </p>
      <p className="mb-3 text-meta text-soft">{note}</p>
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
          pending={pending}
          pendingLabel="Refunding..."
          onClick={() => onRefund(reason)}
        >
          Refund {sum}
        </Button>
        {!pending && (
          <Button kind="quiet" onClick={onKeep}>
            Don’t refund
          </Button>
        )}
      </div>
    </fieldset>
  );
}
