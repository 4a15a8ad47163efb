import { useEffect, useRef, useState } from 'react';
import type { AdminOrderDetail } from '#shared/admin.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/TextField.tsx';

type RefundStepProps = {
  order: AdminOrderDetail;
  sum: string;
  /** What it means for the buyer. */
  note: string;
  pending: boolean;
  onRefund: (reason: string) => void;
  onKeep: () => void;
};

/** Names the sum and the buyer before money moves; the focus is on the question, not on the button. */
export function RefundStep({ order, sum, note, pending, onRefund, onKeep }: RefundStepProps) {
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
        Give {sum} back to {order.account || order.email || 'a deleted account'}?
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
          Give {sum} back
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
