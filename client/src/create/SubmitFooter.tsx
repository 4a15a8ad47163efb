import { WifiOff } from 'lucide-react';
import { formatPrice } from '#shared/pricing.ts';
import { Button } from '../ui/Button.tsx';
import { StickyFooter } from '../ui/StickyFooter.tsx';

type SubmitFooterProps = {
  /** US cents. */
  total: number;
  isSubmitting: boolean;
  /** The order waits for the connection. */
  isWaiting: boolean;
};

/** The button that places the order, with its price. */
export function SubmitFooter({ total, isSubmitting, isWaiting }: SubmitFooterProps) {
  return (
    <StickyFooter>
      <p role="status" className={isWaiting ? 'mb-3 flex gap-2.5' : undefined}>
        {isWaiting && (
          <>
            <WifiOff aria-hidden size={20} className="mt-0.5 shrink-0" />
            No connection. Your order is kept and goes on by itself when it is back.
          </>
        )}
      </p>
      <Button
        kind="main"
        type="submit"
        wide
        pending={isSubmitting || isWaiting}
        pendingLabel={isWaiting ? 'Waiting for the connection...' : 'Placing your order...'}
        className="max-[360px]:px-5! max-[360px]:text-body!"
      >
        <span className="flex w-full justify-between gap-4">
          <span className="text-left">Continue to checkout</span>
          <span>{total === 0 ? 'Free' : formatPrice(total)}</span>
        </span>
      </Button>
    </StickyFooter>
  );
}
