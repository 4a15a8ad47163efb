import { Check } from 'lucide-react';
import { titles } from '#shared/pages.ts';
import { DURATIONS, formatPrice, LIST_PRICE, priceLine } from '#shared/pricing.ts';
import { Wave } from '../../player/engine/Wave.tsx';
import { Button } from '../../ui/Button.tsx';
import { Page } from '../../ui/Page.tsx';
import { StickyFooter } from '../../ui/StickyFooter.tsx';
import { Ticket } from '../../ui/Ticket.tsx';

const LONGEST = Math.max(...DURATIONS);

const included = [
  ['Two voices you choose', 'More than 65 on call. Hear each one before you decide.'],
  ['Exact minutes', 'Measured on the finished file, and printed on its page.'],
  ['Mastered sound', 'One even level from the first word to the goodbye.'],
  ['Transcript with chapters', 'Read along, or go straight to the part you want.'],
  ['The file itself', 'Download it. It’s yours to keep.'],
  ['An email and a listen page', 'The link comes by email and works on any device.'],
] as const;

const questions = [
  [
    'How long does it take?',
    'Most episodes are ready in 8-12 minutes; longer content takes up to 20 minutes. You can close the tab: we’ll email you the link when it’s done.',
  ],
  [
    'What if it can’t be made?',
    'We email you, and your money goes back by itself, in full. Any free episode or discount you used for it is yours again.',
  ],
  ['Which languages do the hosts speak?', 'English, for now.'],
  [
    'Is everything they say true?',
    'Not always. The hosts are AI and can get things wrong. The script is AI, too, so check what matters before you rely on it.',
  ],
  [
    'I have a discount code. Where does it go?',
    'Under the voices and the length, when you create your episode. The price changes before you pay. Codes can’t be combined with the free episode.',
  ],
  [
    'What’s the bonus?',
    'After your first purchase, one 10-minute podcast is free: any topic, any two voices. It waits in your account until you use it.',
  ],
] as const;

/** Must not import Zod, which stays out of this bundle. */
export default function PricingPage() {
  return (
    <Page title={titles['/pricing']} layout="content" className="max-lg:pb-0!">
      <h1 className="mt-2 mb-3 lg:mt-7 lg:text-display">You pay for minutes, once</h1>
      <p className="text-lead text-balance text-soft">{priceLine()}</p>
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
      <Ticket className="mt-7 lg:max-w-column">
        <p className="font-display text-h3">Buy one, and ten minutes are on us</p>
        <p className="text-meta">A free 10-minute bonus podcast after your first purchase.</p>
      </Ticket>
      <div className="mt-11 grid gap-x-22 gap-y-11 lg:mt-18 lg:grid-cols-[3fr_2fr]">
        <section aria-labelledby="included">
          <h2 id="included">In every episode</h2>
          <ul className="mt-5 grid gap-x-7 gap-y-5 sm:grid-cols-2">
            {included.map(([what, text]) => (
              <li key={what} className="flex gap-3">
                <Check aria-hidden size={22} className="mt-0.5 shrink-0" />
                <div>
                  <h3>{what}</h3>
                  <p className="mt-1 text-body leading-snug text-soft">{text}</p>
                </div>
              </li>
            ))}
          </ul>
        </section>
        <section
          aria-labelledby="promise"
          className="self-start rounded-card bg-panel p-5 shadow-lift"
        >
          <h2 id="promise">If we can’t make it, your money goes back by itself</h2>
          <p className="mt-3">
            In full, to the card you paid with. You don’t have to ask. We’ll email you when it
            happens.
          </p>
          <Button kind="quiet" href="/refund" className="mt-2 -ml-1">
            How refunds work
          </Button>
        </section>
      </div>
      <section aria-labelledby="questions" className="my-11 lg:mt-18">
        <h2 id="questions">Before you ask</h2>
        <dl className="mt-5 grid gap-x-22 lg:grid-cols-2">
          {questions.map(([question, answer]) => (
            <div key={question} className="border-t border-line py-4">
              <dt className="font-display text-h3">{question}</dt>
              <dd className="mt-1.5 text-soft">{answer}</dd>
            </div>
          ))}
        </dl>
      </section>
      <StickyFooter beside>
        <Button kind="main" href="/create" className="w-full lg:w-auto lg:min-w-90">
          Create an episode
        </Button>
      </StickyFooter>
    </Page>
  );
}
