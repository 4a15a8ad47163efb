import { useQuery } from '@tanstack/react-query';
import type { Figures } from '#shared/admin.ts';
import { type Channel, LISTEN_SECONDS } from '#shared/channels.ts';
import { formatPrice } from '#shared/pricing.ts';
import { figuresQuery } from '../api/admin.ts';
import { classes } from '../ui/classes.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { DayBars } from './DayBars.tsx';
import { type Figure, FigureList, FigureTable } from './Figures.tsx';
import { dollars, number, pluralize } from './format.ts';
import { Fetched } from './parts.tsx';

const CHANNEL_WORDS: Record<Channel, string> = {
  shared: 'Shared links',
  embed: 'Embeds',
  samples: 'Demos',
  email: 'Our emails',
  own: 'Own episodes',
  direct: 'Direct',
};

export default function SalesView() {
  return (
    <Fetched query={useQuery(figuresQuery)} things="the sales" loading={<LoadingSales />}>
      {({ figures }) => <Sales figures={figures} />}
    </Fetched>
  );
}

function Sales({ figures }: { figures: Figures }) {
  const { days, lengths, totals, today, month, previews, channels, verdicts } = figures;
  const { yes, no } = verdicts;
  return (
    <>
      <FigureList
        first="larger"
        figures={[
          [
            'Kept',
            formatPrice(totals.cents - totals.refundedCents),
            `of ${formatPrice(totals.cents)} from ${pluralize(totals.count, 'sale')}`,
          ],
          ['Refunded', formatPrice(totals.refundedCents), pluralize(totals.refunds, 'refund')],
          ['Discounts', formatPrice(totals.discountCents), `${totals.givenAway} given away`],
        ]}
      />
      <h3 className="mt-7 mb-3">What it takes</h3>
      <FigureList figures={[...balanceOf(today, 'today'), ...balanceOf(month, 'this month')]} />
      <p className="mt-4 text-meta text-soft">
        What providers were paid, including voice samples; the margin is after Paddle’s fee and
        before tax. Days and months are in UTC.
      </p>
      <h3 className="mt-7 mb-3">Previews of the last 30 days</h3>
      <FigureList
        figures={[
          ['Previews', String(previews.count), 'asked for'],
          ['With sound', String(previews.withSound), 'played'],
          ['Cost', dollars(previews.microdollars), 'at providers'],
          ['Ordered', String(previews.ordered), 'later paid for'],
        ]}
      />
      <h3 className="mt-7 mb-3">Where they come from</h3>
      <FigureTable
        caption="The last 30 days by channel"
        columns={['From', 'Listens', 'Previews', 'Orders', 'Sold']}
        rows={channels.map(({ channel, listens, previews, orders, cents }) => [
          CHANNEL_WORDS[channel],
          ...[listens, previews, orders].map(number),
          formatPrice(cents),
        ])}
      />
      <p className="mt-2 text-meta text-soft">
        The last 30 days, without cookies and before refunds. A listen is {LISTEN_SECONDS} seconds
        heard; previews and orders count for the link that led to the form.
      </p>
      <h3 className="mt-7 mb-3">The last 30 days</h3>
      <DayBars days={days} />
      <h3 className="mt-7 mb-3">By length</h3>
      <LengthBars lengths={lengths} />
      <h3 className="mt-7 mb-3">What listeners say</h3>
      <FigureList
        figures={[
          [
            'It was right',
            String(yes),
            yes + no ? `${Math.round((100 * yes) / (yes + no))} % of ${yes + no}` : 'so far',
          ],
          ['It wasn’t', String(no), 'notes in Episodes'],
        ]}
      />
    </>
  );
}

function balanceOf({ cents, feeCents, microdollars }: Figures['today'], period: string): Figure[] {
  const margin = dollars((cents - feeCents) * 10_000 - microdollars);
  return [
    [`Spent ${period}`, dollars(microdollars), 'at providers'],
    [`Margin ${period}`, margin, `of ${formatPrice(cents)}, ${formatPrice(feeCents)} of it fees`],
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
      {lengths.map(({ duration, cents, count, refundedCents }) => (
        <li key={duration}>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-bold">{duration} minutes</span>
            <span className="text-meta text-soft">
              {pluralize(count, 'sale')}
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
