import { Check } from 'lucide-react';
import { useId } from 'react';
import { readyAround } from '#shared/deliveryEstimate.ts';
import { BONUS_DURATION, type Duration } from '#shared/pricing.ts';
import { MinutesLeft } from '../house/MinutesLeft.tsx';
import { useSales } from '../sales.ts';
import { Ticket } from '../ui/Ticket.tsx';
import { DurationPicker } from './DurationPicker.tsx';

type LengthSectionProps = {
  duration: Duration;
  onChange: (duration: Duration) => void;
  hasBonus: boolean;
  useBonus: boolean;
  onUseBonus: (use: boolean) => void;
};

/** The length, when it would be ready or the minutes that are left, and the free episode where there is one. */
export function LengthSection(props: LengthSectionProps) {
  const { duration, onChange, hasBonus, useBonus, onUseBonus } = props;
  const sells = useSales();
  const label = useId();
  return (
    <section className="flex flex-col gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={label} className="font-sans text-body font-bold">
          How long?
        </h2>
        {/* How fast a house is depends on its providers. */}
        {sells && (
          <p id={`${label}-ready`} role="status" className="text-meta text-soft">
            Ready around {readyAround(duration, new Date())}
          </p>
        )}
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
      {!sells && <MinutesLeft />}
    </section>
  );
}

type BonusTicketProps = { used: boolean; onUse: (use: boolean) => void };

/** The free episode after the first purchase, to be used now or kept. */
function BonusTicket({ used, onUse }: BonusTicketProps) {
  return (
    <Ticket className="flex items-center gap-4">
      <div className="grow">
        <p className="font-display text-h3">Ten minutes, on the house</p>
        <p className="text-meta">Thanks for the first one. Any topic, any two voices.</p>
      </div>
      <button
        type="button"
        aria-pressed={used}
        onClick={() => onUse(!used)}
        className="flex min-h-11 shrink-0 items-center gap-1.5 rounded-chip px-1 font-bold underline decoration-[1.5px] underline-offset-[5px] focus-visible:outline-current"
      >
        {used && <Check aria-hidden size={18} strokeWidth={2.5} />}
        {used ? 'In use' : 'Use it'}
      </button>
    </Ticket>
  );
}
