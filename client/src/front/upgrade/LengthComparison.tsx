import { chaptersFor } from '#shared/chapters.ts';
import { DURATIONS, type Duration, formatPrice, LIST_PRICE } from '#shared/pricing.ts';
import { Wave } from '../../player/engine/Wave.tsx';
import { Button } from '../../ui/Button.tsx';

const LONGEST = Math.max(...DURATIONS);

/** Two people in conversation say about this many words a minute, pauses included. */
const WORDS_A_MINUTE = 150;

const ROOM: Record<Duration, string> = {
  10: 'One question, from the first thought to an answer.',
  15: 'Room for where it came from.',
  20: 'Room for the doubts and the other side.',
  25: 'Room for the whole subject, side roads included.',
};

export function LengthComparison() {
  return (
    <section aria-labelledby="lengths" className="mt-11 mb-11 lg:mt-0 lg:mb-0">
      <h2 id="lengths">What each length adds</h2>
      <ul className="mt-4">
        {DURATIONS.map((minutes, place) => (
          <LengthRow key={minutes} minutes={minutes} shorter={DURATIONS[place - 1]} />
        ))}
      </ul>
      <p className="border-t border-line pt-4 text-meta text-soft">
        Prices in US dollars, tax included. Chapters and words vary a little with the topic and the
        voices; the minutes don’t.
      </p>
    </section>
  );
}

function LengthRow({ minutes, shorter }: { minutes: Duration; shorter: Duration | undefined }) {
  const chapters = chaptersFor(minutes);
  const price = LIST_PRICE[minutes];
  const words = minutes * WORDS_A_MINUTE;
  const more = shorter && {
    chapters: chapters - chaptersFor(shorter),
    cents: price - LIST_PRICE[shorter],
  };
  return (
    <li className="border-t border-line py-5">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="text-h2">{minutes} minutes</h3>
        <p className="font-display text-h2">{formatPrice(price)}</p>
      </div>
      <div className="mt-3 flex items-center gap-5">
        <div className="well min-w-0 grow overflow-hidden p-1.5">
          <div style={{ width: `${(minutes / LONGEST) * 100}%` }}>
            <Wave seed={`${minutes} minutes`} height={36} />
          </div>
        </div>
        <Button href={`/create?duration=${minutes}`} className="shrink-0">
          <span>
            Choose<span className="sr-only"> {minutes} minutes</span>
          </span>
        </Button>
      </div>
      <p className="mt-3">{ROOM[minutes]}</p>
      <p className="mt-1 text-meta text-soft">
        About {chapters} chapters and {words.toLocaleString('en')} words
        {more && `: ${more.chapters} more chapters for ${formatPrice(more.cents)} more`}.
      </p>
    </li>
  );
}
