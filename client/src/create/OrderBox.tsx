import { useQuery } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { formatPrice, type Quote } from '#shared/pricing.ts';
import { useMayAsk } from '../account/edition/entitlements.ts';
import { useConfig } from '../api/config.ts';
import { useSales } from '../api/sales.ts';
import { useAuth } from '../api/session/session.tsx';
import { voicesQuery } from '../api/voices.ts';
import { Wave } from '../player/engine/Wave.tsx';
import { Button } from '../ui/Button.tsx';
import { StickyFooter } from '../ui/StickyFooter.tsx';
import { Title } from '../ui/Title.tsx';
import type { OrderControl } from './draft.ts';

type OrderBoxProps = {
  control: OrderControl;
  draftId: string;
  quote: Quote;
  delivery: ReactNode;
  footer: ReactNode;
};

export function OrderBox({ control, draftId, quote, delivery, footer }: OrderBoxProps) {
  const sells = useSales();
  const [topic, duration, ...ids] = useWatch({
    control,
    name: ['topic', 'duration', 'voice1Id', 'voice2Id'],
  });
  const voices = useQuery(voicesQuery).data?.voices;
  const [one, two] = ids.map((id) => voices?.find((voice) => voice.id === id)?.name);
  return (
    <section aria-label={sells ? 'Your order' : 'Your episode'} className="contents lg:block">
      <div className="hidden lg:block">
        <div className="grille rounded-t-card border-b border-line bg-well py-1.5">
          <Wave seed={draftId} height={52} played={0} />
        </div>
        <div className="px-5 pt-2.5">
          <Title as="p" text={topic.trim() || 'Your episode'} className="line-clamp-1" />
          <p className="mt-1 text-meta text-soft">
            {one && two && (
              <>
                <strong className="text-a">{one}</strong> and{' '}
                <strong className="text-b">{two}</strong>,{' '}
              </>
            )}
            {duration} minutes
          </p>
        </div>
      </div>
      <div className="contents lg:flex lg:flex-col lg:gap-2.5 lg:px-5 lg:pt-2.5 lg:pb-4">
        {delivery}
        {sells && (
          <p className="hidden items-baseline justify-between gap-4 border-t border-line pt-3 font-display text-h3 lg:flex">
            <span>Total</span>
            <Price {...quote} />
          </p>
        )}
        {footer}
      </div>
    </section>
  );
}

function Price({ listPrice, total }: Quote) {
  return (
    <span className="flex shrink-[1000] flex-wrap items-baseline justify-end gap-x-2 tabular-nums">
      {total < listPrice && (
        <s aria-hidden className="font-sans text-meta font-normal">
          {formatPrice(listPrice)}
        </s>
      )}
      <span>{total === 0 ? 'Free' : formatPrice(total)}</span>
    </span>
  );
}

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
