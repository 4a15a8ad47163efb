import { useQuery } from '@tanstack/react-query';
import type { Figures } from '#shared/admin.ts';
import { formatPrice } from '#shared/pricing.ts';
import { figuresQuery } from '../api/admin.ts';
import { classes } from '../ui/classes.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ChannelTable } from './ChannelTable.tsx';
import { DayBars } from './DayBars.tsx';
import { Fetched } from './Fetched.tsx';
import { type Figure, FigureList } from './FigureList.tsx';
import { dollars, pluralize } from './format.ts';

export default function SalesView() {
  const query = useQuery(figuresQuery);
  return (
    <Fetched query={query} things="the sales" loading={<LoadingSales />}>
      {({ figures }) => <Sales figures={figures} />}
    </Fetched>
  );
}

function Sales({ figures }: { figures: Figures }) {
  const { days, lengths, today, month, previews, channels, verdicts } = figures;
  return (
    <>
      <FigureList first="larger" figures={totalsOf(figures)} />
      <h3 className="mt-7 mb-3">What it takes</h3>
      <FigureList figures={[...balanceOf(today, 'today'), ...balanceOf(month, 'this month')]} />
      <p className="mt-4 text-meta text-soft">
        What providers were paid, including voice samples; the margin is after Paddle’s fee and
        before tax. Days and months are in UTC.
      </p>
      <h3 className="mt-7 mb-3">Previews of the last 30 days</h3>
      <FigureList figures={previewsOf(previews)} />
      <h3 className="mt-7 mb-3">Where they come from</h3>
      <ChannelTable channels={channels} />
      <h3 className="mt-7 mb-3">The last 30 days</h3>
      <DayBars days={days} />
      <h3 className="mt-7 mb-3">By length</h3>
      <LengthBars lengths={lengths} />
      <h3 className="mt-7 mb-3">What listeners say</h3>
      <FigureList figures={verdictsOf(verdicts)} />
    </>
  );
}

function totalsOf({ totals }: Figures): Figure[] {
  const { cents, refundedCents, refunds, givenAway, discountCents } = totals;
  return [
    [
      'Kept',
      formatPrice(cents - refundedCents),
      `of ${formatPrice(cents)} from ${pluralize(totals.count, 'sale')}`,
    ],
    ['Refunded', formatPrice(refundedCents), pluralize(refunds, 'refund')],
    ['Discounts', formatPrice(discountCents), `${givenAway} given away`],
  ];
}

function balanceOf({ cents, feeCents, microdollars }: Figures['today'], period: string): Figure[] {
  const margin = dollars((cents - feeCents) * 10_000 - microdollars);
  return [
    [`Spent ${period}`, dollars(microdollars), 'at providers'],
    [`Margin ${period}`, margin, `of ${formatPrice(cents)}, ${formatPrice(feeCents)} of it fees`],
  ];
}

function previewsOf({ count, withSound, microdollars, ordered }: Figures['previews']): Figure[] {
  return [
    ['Previews', String(count), 'asked for'],
    ['With sound', String(withSound), 'played'],
    ['Cost', dollars(microdollars), 'at providers'],
    ['Ordered', String(ordered), 'later paid for'],
  ];
}

function verdictsOf({ yes, no }: Figures['verdicts']): Figure[] {
  const all = yes + no;
  return [
    ['It was right', String(yes), all ? `${Math.round((100 * yes) / all)} % of ${all}` : 'so far'],
    ['It wasn’t', String(no), 'notes in Episodes'],
  ];
}

function LoadingSales() {
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      <div className="grid grid-cols-2 gap-5 sm:grid-cols-4">
        {[1, 2, 3, 4].map((figure) => (
          <Skeleton key={figure} className="h-19" />
        ))}
      </div>
      <Skeleton className="mt-16 h-55" />
    </div>
  );
}

function LengthBars({ lengths }: { lengths: Figures['lengths'] }) {
  const highest = Math.max(1, ...lengths.map(({ cents }) => cents));
  return (
    <ul aria-label="Sales by length" className="flex flex-col gap-4">
      {lengths.map(({ duration, cents, count: sales, refundedCents }) => (
        <li key={duration}>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-bold">{duration} minutes</span>
            <span className="text-meta text-soft">
              {pluralize(sales, 'sale')}
              {refundedCents > 0 && `, ${formatPrice(refundedCents)} refunded`}
              <span
                className={classes(
                  'ml-3 text-body tabular-nums',
                  cents > 0 && 'font-bold text-ink',
                )}
              >
                {formatPrice(cents)}
              </span>
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
