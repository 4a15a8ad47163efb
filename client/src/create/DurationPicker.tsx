import { DURATIONS, type Duration, formatPrice, LIST_PRICE } from '#shared/pricing.ts';
import { useSales } from '../api/sales.ts';
import { classes } from '../ui/classes.ts';

type DurationPickerProps = {
  value: Duration;
  onChange: (duration: Duration) => void;
  /** The id of its label; the expected time is at `<id>-ready`. */
  labelledBy: string;
  /** US cents. */
  price: number;
};

export function DurationPicker(props: DurationPickerProps) {
  const { value, onChange, labelledBy, price: chosenPrice } = props;
  const sells = useSales();
  const place = DURATIONS.indexOf(value);
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-describedby={`${labelledBy}-ready`}
      className="relative grid min-h-22 grid-cols-4 rounded-control px-1 bg-well shadow-pit"
    >
      <Ticks />
      <div
        aria-hidden
        className="highlight absolute inset-y-1 left-1 w-[calc(25%-2px)] rounded-well shadow-[var(--glow)] transition-transform duration-[220ms] ease-[cubic-bezier(.3,1.3,.5,1)]"
        style={{ transform: `translateX(${place * 100}%)` }}
      >
        <span className="absolute top-0 left-1/2 h-[18px] w-[3px] -translate-x-1/2 rounded-b-full bg-air-fill" />
      </div>
      {DURATIONS.map((minutes) => {
        const chosen = minutes === value;
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

function Ticks() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 14"
      preserveAspectRatio="none"
      className="absolute inset-x-1 top-1.5 h-3.5 w-[calc(100%-0.5rem)] stroke-rim"
    >
      <path d={TICKS} strokeWidth={2} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
