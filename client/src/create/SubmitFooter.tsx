import { WifiOff } from 'lucide-react';
import type { Quote } from '#shared/pricing.ts';
import { useMayAsk } from '../account/edition/entitlements.ts';
import { useConfig } from '../api/config.ts';
import { useSales } from '../api/sales.ts';
import { useAuth } from '../api/session/session.tsx';
import { Button } from '../ui/Button.tsx';
import { StickyFooter } from '../ui/StickyFooter.tsx';
import { Price } from './OrderBox.tsx';

type SubmitFooterProps = {
  quote: Quote | null;
  tooFew?: string | null;
  isSubmitting: boolean;
  isWaiting: boolean;
  onHear?: (() => void) | undefined;
  isHearing: boolean;
};

export function SubmitFooter(props: SubmitFooterProps) {
  const { quote, tooFew = null, isSubmitting, isWaiting, onHear, isHearing } = props;
  const sells = useSales();
  const mayAsk = useMayAsk();
  // Until the session is known, the button is kept for those who live in the house.
  const { isLoading } = useAuth();
  const isOffered = (mayAsk || isLoading) && tooFew === null;
  const hasPreviews = useConfig()?.previews !== false && isOffered;
  return (
    <StickyFooter beside>
      <p role="status" className={isWaiting || tooFew ? 'mb-3 flex gap-2.5' : undefined}>
        {!isWaiting && tooFew}
        {isWaiting && (
          <>
            <WifiOff aria-hidden size={20} className="mt-0.5 shrink-0" />
            {`No connection. ${sells ? 'Your order' : 'Your episode'} is safe and continues once you’re back online.`}
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {hasPreviews && (
          <Button
            onClick={onHear}
            pending={isHearing}
            className="min-h-14 px-2.5! text-meta! max-[340px]:min-h-11 max-[340px]:grow"
          >
            <span className="max-w-[4.5rem] max-[340px]:max-w-none sm:max-lg:max-w-none">
              Hear how it starts
            </span>
          </Button>
        )}
        <Button
          // `earlyInput.ts` finds the button by this id if it was pressed before it showed a price.
          id="continue"
          kind="main"
          type="submit"
          pending={isSubmitting || isWaiting}
          pendingLabel={
            isWaiting
              ? 'Waiting for the connection...'
              : sells
                ? 'Placing your order...'
                : 'Starting your episode...'
          }
          aria-disabled={tooFew !== null}
          className="grow basis-44 px-3.5! text-base!"
        >
          {sells ? (
            <span className="flex w-full items-center justify-between gap-2.5">
              <span className="text-left">Continue to checkout</span>
              {quote && <Price {...quote} />}
            </span>
          ) : (
            'Make my episode'
          )}
        </Button>
      </div>
    </StickyFooter>
  );
}
