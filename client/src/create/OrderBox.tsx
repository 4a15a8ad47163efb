import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { formatPrice, type Quote } from '#shared/pricing.ts';
import { useSales } from '../api/sales.ts';
import { voicesQuery } from '../api/voices.ts';
import { Wave } from '../player/engine/Wave.tsx';
import { Title } from '../ui/Title.tsx';
import type { OrderControl } from './form.ts';

type OrderBoxProps = {
  control: OrderControl;
  draftId: string;
  quote: Quote;
  delivery: ReactNode;
  footer: ReactNode;
};

export function OrderBox({ control, draftId, quote, delivery, footer }: OrderBoxProps) {
  const sells = useSales();
  return (
    <section aria-label={sells ? 'Your order' : 'Your episode'} className="contents lg:block">
      <TapeLabel control={control} draftId={draftId} />
      <div className="contents lg:flex lg:flex-col lg:gap-2.5 lg:px-5 lg:pt-2.5 lg:pb-4">
        {delivery}
        {sells && <Total quote={quote} />}
        {footer}
      </div>
    </section>
  );
}

function TapeLabel({ control, draftId }: Pick<OrderBoxProps, 'control' | 'draftId'>) {
  const [topic, duration, ...ids] = useWatch({
    control,
    name: ['topic', 'duration', 'voice1Id', 'voice2Id'],
  });
  const voices = useQuery(voicesQuery).data?.voices;
  const [one, two] = ids.map((id) => voices?.find((voice) => voice.id === id)?.name);
  return (
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
  );
}

function Total({ quote: { listPrice, total } }: { quote: Quote }) {
  return (
    <p className="hidden items-baseline justify-between gap-4 border-t border-line pt-3 font-display text-h3 lg:flex">
      <span>Total</span>
      <Price listPrice={listPrice} total={total} />
    </p>
  );
}

export function Price({ listPrice, total }: Pick<Quote, 'listPrice' | 'total'>) {
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
