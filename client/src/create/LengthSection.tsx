import { useId } from 'react';
import { readyAround } from '#shared/deliveryEstimate.ts';
import { BONUS_DURATION, type Duration } from '#shared/pricing.ts';
import { BonusTicket } from './BonusTicket.tsx';
import { DurationPicker } from './DurationPicker.tsx';

type LengthSectionProps = {
  duration: Duration;
  onChange: (duration: Duration) => void;
  hasBonus: boolean;
  useBonus: boolean;
  onUseBonus: (use: boolean) => void;
};

/** The length, when it would be ready, and the free episode where there is one. */
export function LengthSection(props: LengthSectionProps) {
  const { duration, onChange, hasBonus, useBonus, onUseBonus } = props;
  const label = useId();
  return (
    <section className="flex flex-col gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={label} className="font-sans text-body font-bold">
          How long?
        </h2>
        <p id={`${label}-ready`} role="status" className="text-meta text-soft">
          Ready around {readyAround(duration, new Date())}
        </p>
      </div>
      {hasBonus && (
        <BonusTicket
          used={useBonus}
          onUse={(use) => {
            onUseBonus(use);
            onChange(use ? BONUS_DURATION : duration);
          }}
        />
      )}
      <DurationPicker value={duration} onChange={onChange} labelledBy={label} free={useBonus} />
    </section>
  );
}
