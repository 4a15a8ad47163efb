import { useId } from 'react';
import { readyAround } from '#shared/deliveryEstimate.ts';
import { DURATIONS, type Duration, formatPrice, LIST_PRICE } from '#shared/pricing.ts';
import { MinutesLeft } from '../account/edition/MinutesLeft.tsx';
import { useSales } from '../api/sales.ts';
import { classes } from '../ui/classes.ts';
import { Ticket } from '../ui/Ticket.tsx';

type LengthSectionProps = {
  duration: Duration;
  onChange: (duration: Duration) => void;
  /** Of the chosen length, US cents. */
  price: number;
};

export function LengthSection({ duration, onChange, price: chosenPrice }: LengthSectionProps) {
  const sells = useSales();
  const label = useId();
  const place = DURATIONS.indexOf(duration);
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
      <div
        role="radiogroup"
        aria-labelledby={label}
        aria-describedby={`${label}-ready`}
        className="relative grid min-h-22 grid-cols-4 rounded-control px-1 bg-well shadow-pit"
      >
        <svg
          aria-hidden
          viewBox="0 0 100 14"
          preserveAspectRatio="none"
          className="absolute inset-x-1 top-1.5 h-3.5 w-[calc(100%-0.5rem)] stroke-rim"
        >
          <path d={TICKS} strokeWidth={2} vectorEffect="non-scaling-stroke" />
        </svg>
        <div
          aria-hidden
          className="highlight absolute inset-y-1 left-1 w-[calc(25%-2px)] rounded-well shadow-[var(--glow)] transition-transform duration-[220ms] ease-[cubic-bezier(.3,1.3,.5,1)]"
          style={{ transform: `translateX(${place * 100}%)` }}
        >
          <span className="absolute top-0 left-1/2 h-[18px] w-[3px] -translate-x-1/2 rounded-b-full bg-air-fill" />
        </div>
        {DURATIONS.map((minutes) => {
          const chosen = minutes === duration;
          const listPrice = LIST_PRICE[minutes];
          const price = chosen ? chosenPrice : listPrice;
          return (
            <label
              key={minutes}
              className={classes(
                'relative flex cursor-pointer flex-col items-center justify-end rounded-well pt-6 outline-offset-3 has-focus-visible:outline-3 has-focus-visible:outline-ink',
                sells ? 'pb-2.5' : 'pb-5',
                chosen ? 'text-on-highlight' : 'text-ink',
              )}
            >
              <input
                type="radio"
                name="duration"
                value={minutes}
                checked={chosen}
                onChange={() => onChange(minutes)}
                aria-label={`${minutes} minutes${sells ? `, ${inWords(price, listPrice)}` : ''}`}
                className="sr-only"
              />
              <span className="text-center">
                <span className="font-display text-[1.375rem] leading-none">{minutes}</span>
                <span className="text-meta"> min</span>
              </span>
              {sells && (
                <span className={classes('text-meta', chosen ? 'font-bold' : 'text-soft')}>
                  {price === 0 ? 'Free' : formatPrice(price)}
                </span>
              )}
            </label>
          );
        })}
      </div>
      {!sells && <MinutesLeft />}
    </section>
  );
}

const inWords = (price: number, listPrice: number) =>
  price < listPrice
    ? `${formatPrice(price)} instead of ${formatPrice(listPrice)}`
    : formatPrice(price);

const TICKS = Array.from(
  { length: 20 },
  (_, tick) => `M${2.5 + tick * 5} 0V${tick % 5 === 2 ? 14 : 7}`,
).join('');

type BonusTicketProps = { used: boolean; onUse: (use: boolean) => void };

export function BonusTicket({ used, onUse }: BonusTicketProps) {
  return (
    <Ticket className="grid grid-cols-[1fr_auto] items-center gap-x-4 max-lg:-mt-5 lg:py-2.5!">
      <p className="font-display text-h3 max-sm:col-span-2">Ten minutes, on the house</p>
      <p className="col-start-1 text-meta">
        {used ? 'This one is free.' : 'Thanks for the first one.'}
        <span className="lg:hidden"> Any topic, any two voices.</span>
      </p>
      <button
        type="button"
        onClick={() => onUse(!used)}
        className="col-start-2 row-start-2 flex min-h-11 items-center gap-1.5 rounded-chip px-1 font-bold underline decoration-[1.5px] underline-offset-[5px] focus-visible:outline-current sm:row-span-2 sm:row-start-1"
      >
        {used ? 'Save it for later' : 'Use it'}
      </button>
    </Ticket>
  );
}
