import type { Figures } from '#shared/admin.ts';
import { formatPrice } from '#shared/pricing.ts';
import { classes } from '../ui/classes.ts';
import { FigureTable } from './Figures.tsx';
import { formatUtcDate, pluralize } from './format.ts';

const STEP = 12;
const BAR = 8;
const UP = 120;
const DOWN = 40;

export function DayBars({ days }: { days: Figures['days'] }) {
  const highest = Math.max(1, ...days.map(({ cents }) => cents));
  const deepest = Math.max(0, ...days.map(({ refundedCents }) => refundedCents));
  // One scale for both, unless the refunds would not fit.
  const scale = Math.min(UP / highest, deepest ? DOWN / deepest : Number.POSITIVE_INFINITY);
  const width = days.length * STEP;
  const first = days[0];
  // A single bar needs no height for comparison.
  const isLow = days.filter(({ cents, refundedCents }) => cents + refundedCents > 0).length < 2;
  const sum = (figure: 'count' | 'cents' | 'refundedCents') =>
    days.reduce((before, day) => before + day[figure], 0);
  const told = days.filter(({ count, refunds }) => count > 0 || refunds > 0).reverse();
  return (
    <figure>
      <div className="well p-4">
        <p aria-hidden className="border-b border-line text-meta text-soft tabular-nums">
          {formatPrice(highest === 1 ? 0 : highest)}
        </p>
        <svg
          role="img"
          aria-label={`Sales of the last ${days.length} days: ${formatPrice(sum('cents'))} from ${pluralize(sum('count'), 'sale')}, ${formatPrice(sum('refundedCents'))} refunded`}
          viewBox={`0 0 ${width} ${UP + (deepest ? DOWN : 0) + 2}`}
          preserveAspectRatio="none"
          className={classes('block w-full', isLow ? 'h-20' : 'h-45 lg:h-55')}
        >
          {days.map(({ day, cents, refundedCents }, place) => {
            const x = place * STEP + (STEP - BAR) / 2;
            // Every sale is visible, however small beside the best day.
            const height = cents ? Math.max(2, cents * scale) : 0;
            return (
              <g key={day}>
                <rect x={x} y={UP - height} width={BAR} height={height} fill="var(--ink)" />
                {refundedCents > 0 && (
                  <rect
                    x={x + 0.75}
                    y={UP + 2}
                    width={BAR - 1.5}
                    height={Math.max(3, refundedCents * scale)}
                    fill="none"
                    stroke="var(--rim)"
                    strokeWidth="1.5"
                  />
                )}
              </g>
            );
          })}
          <rect x="0" y={UP} width={width} height="1" fill="var(--rim)" />
        </svg>
        <div aria-hidden className="mt-2 flex justify-between text-meta text-soft">
          <span>{first && formatUtcDate(first.day)}</span>
          <span>Today</span>
        </div>
      </div>
      <figcaption className="mt-2 text-meta text-soft">
        Days are in UTC.
        {deepest > 0 && ' Hollow bars below the line were refunded.'}
      </figcaption>
      {told.length > 0 && (
        <details className="mt-1">
          <summary className="flex min-h-11 cursor-pointer items-center rounded-chip font-bold underline underline-offset-4">
            As a table
          </summary>
          <FigureTable
            caption="Sales by day"
            columns={['Day', 'Sales', 'Sold', 'Refunded']}
            rows={told.map(({ day, count, cents, refundedCents }) => [
              formatUtcDate(day),
              String(count),
              formatPrice(cents),
              refundedCents ? formatPrice(refundedCents) : '–',
            ])}
          />
        </details>
      )}
    </figure>
  );
}
