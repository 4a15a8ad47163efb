import { DURATIONS, formatPrice, LIST_PRICE } from '#shared/pricing.ts';
import { Wave } from '../../player/engine/Wave.tsx';
import { Button } from '../../ui/Button.tsx';

const LONGEST = Math.max(...DURATIONS);

export function PriceList() {
  return (
    <section aria-labelledby="lengths" className="mt-7">
      <h2 id="lengths" className="sr-only">
        Four lengths
      </h2>
      <ul>
        {DURATIONS.map((minutes) => (
          <li
            key={minutes}
            className="grid grid-cols-[1fr_auto] items-center gap-x-5 gap-y-3 border-t border-line py-5 lg:grid-cols-[11rem_1fr_6rem_auto] lg:gap-x-7"
          >
            <h3 className="text-h2">{minutes} minutes</h3>
            <p className="text-right font-display text-h2 lg:order-1">
              {formatPrice(LIST_PRICE[minutes])}
            </p>
            <div className="well overflow-hidden p-1.5">
              <div style={{ width: `${(minutes / LONGEST) * 100}%` }}>
                <Wave seed={`${minutes} minutes`} height={36} />
              </div>
            </div>
            <Button href={`/create?duration=${minutes}`} className="lg:order-2">
              <span>
                Choose<span className="sr-only"> {minutes} minutes</span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
      <p className="border-t border-line pt-4 text-meta text-soft">
        Prices in US dollars, tax included. Paid once. Nothing renews.
      </p>
    </section>
  );
}
