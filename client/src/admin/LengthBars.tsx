import type { Figures } from '#shared/admin.ts';
import { formatPrice } from '#shared/pricing.ts';
import { count } from './words.ts';

/** Sales by length, shortest first. */
export function LengthBars({ lengths }: { lengths: Figures['lengths'] }) {
  const highest = Math.max(1, ...lengths.map(({ cents }) => cents));
  return (
    <ul aria-label="Sales by length" className="flex flex-col gap-4">
      {lengths.map(({ duration, cents, count: sales, refundedCents }) => (
        <li key={duration}>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-bold">{duration} minutes</span>
            <span className="text-meta text-soft">
              {count(sales, 'sale')}
              {refundedCents > 0 && `, ${formatPrice(refundedCents)} given back`}
              <strong className="ml-3 text-body text-ink tabular-nums">{formatPrice(cents)}</strong>
            </span>
          </div>
          <svg
            aria-hidden
            viewBox="0 0 100 4"
            preserveAspectRatio="none"
            className="mt-1.5 block h-3 w-full rounded-full bg-well shadow-pit"
          >
            <rect width={(100 * cents) / highest} height="4" fill="var(--ink)" />
          </svg>
        </li>
      ))}
    </ul>
  );
}
