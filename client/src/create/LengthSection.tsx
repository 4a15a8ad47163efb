import { useId } from 'react';
import { readyAround } from '#shared/deliveryEstimate.ts';
import type { Duration } from '#shared/pricing.ts';
import { MinutesLeft } from '../account/edition/MinutesLeft.tsx';
import { useSales } from '../api/sales.ts';
import { DurationPicker } from './DurationPicker.tsx';

type LengthSectionProps = {
  duration: Duration;
  onChange: (duration: Duration) => void;
  /** US cents. */
  price: number;
};

export function LengthSection({ duration, onChange, price }: LengthSectionProps) {
  const sells = useSales();
  const label = useId();
  return (
    <section className="flex flex-col gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={label} className="font-sans text-body font-bold">
          How long?
        </h2>
        {/* A house states no time: its speed depends on its providers. */}
        {sells && (
          <p id={`${label}-ready`} role="status" className="text-meta text-soft">
            Ready around {readyAround(duration, new Date())}
          </p>
        )}
      </div>
      <DurationPicker value={duration} onChange={onChange} labelledBy={label} price={price} />
      {!sells && <MinutesLeft />}
    </section>
  );
}
