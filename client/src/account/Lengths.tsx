import { formatPrice } from '#shared/pricing.ts';
import { Button } from '../ui/Button.tsx';
import { Wave } from '../ui/Wave.tsx';
import { type Length, lengths } from './lengths.ts';

const LONGEST = Math.max(...lengths.map(({ minutes }) => minutes));

/** What each length holds, and what it adds to the one above it. */
export function Lengths() {
  return (
    <section aria-labelledby="lengths" className="mt-11 mb-11 lg:mt-0 lg:mb-0">
      <h2 id="lengths">What each length adds</h2>
      <ul className="mt-4">
        {lengths.map((length) => (
          <Row key={length.minutes} length={length} />
        ))}
      </ul>
      <p className="border-t border-line pt-4 text-meta text-soft">
        Prices in US dollars, tax included. Chapters and words vary a little with the subject and
        the voices; the minutes do not.
      </p>
    </section>
  );
}

function Row({ length }: { length: Length }) {
  const { minutes, price, chapters, words, room, more } = length;
  return (
    <li className="border-t border-line py-5">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="text-h2">{minutes} minutes</h3>
        <p className="font-display text-h2">{formatPrice(price)}</p>
      </div>
      <div className="well mt-3 overflow-hidden p-1.5">
        <div style={{ width: `${(minutes / LONGEST) * 100}%` }}>
          <Wave seed={`${minutes} minutes`} width={minutes * 22} height={36} />
        </div>
      </div>
      <div className="mt-3 flex items-center justify-between gap-4">
        <div className="min-w-0">
          <p>{room}</p>
          <p className="mt-1 text-meta text-soft">
            About {chapters} chapters and {words.toLocaleString('en')} words
            {more && `: ${more.chapters} more chapters for ${formatPrice(more.cents)} more`}.
          </p>
        </div>
        <Button href={`/create?duration=${minutes}`} className="shrink-0">
          <span>
            Choose<span className="sr-only"> {minutes} minutes</span>
          </span>
        </Button>
      </div>
    </li>
  );
}
