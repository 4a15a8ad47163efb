import { useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { brand } from '#shared/brand.ts';
import { titles } from '#shared/pages.ts';
import { DURATIONS, formatPrice, LIST_PRICE } from '#shared/pricing.ts';
import { useSales } from '../../api/sales.ts';
import { useAuth } from '../../api/session/session.tsx';
import { hasPromisedVoices, voicesQuery } from '../../api/voices.ts';
import { Wave } from '../../player/engine/Wave.tsx';
import { Button } from '../../ui/Button.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { Page } from '../../ui/Page.tsx';
import { Footer } from '../Footer.tsx';
import { Features } from './Features.tsx';
import { Hero } from './Hero.tsx';
import { margins, Section } from './Section.tsx';
import { Showcase } from './Showcase.tsx';
import { Steps } from './Steps.tsx';

const cases = [
  { kind: 'Learning', topic: 'Black holes, for the tired' },
  { kind: 'Storytelling', topic: 'The Mona Lisa heist, hour by hour' },
  { kind: 'Entertainment', topic: 'Worst sequels, ranked by grudge' },
  { kind: 'Friend-style chats', topic: 'Should I text my old band?' },
  { kind: 'Hobby deep-dives', topic: 'Sourdough, but the chemistry' },
  { kind: 'Quick explanations', topic: 'What is a tariff, really?' },
];

type Reason = { title: string; text: string; inFullHouse?: string };

const reasons: Reason[] = [
  { title: 'Paid once', text: 'Nothing renews, nothing to cancel.' },
  { title: 'Quick', text: 'Delivery in under 15 minutes. Close the tab, the show goes on.' },
  {
    title: 'Premium voices',
    inFullHouse: 'More than 65 premium voices',
    text: 'You cast two per episode.',
  },
  { title: 'Mobile-first', text: '95% of users create on mobile. One thumb is enough.' },
  { title: 'Measured', text: 'You pay for fifteen, you hear fifteen.' },
  { title: 'No risk', text: 'If we can’t make it, your money goes back by itself.' },
];

const houseReasons: Reason[] = [
  { title: 'In this house', text: 'Made here, for everyone with an account.' },
  { title: 'No waiting', text: 'Listen while it’s made. Close the tab, the show goes on.' },
  { title: 'Your cast', text: 'Two voices per episode. Hear each one before you choose.' },
  { title: 'Mobile-first', text: 'One thumb is enough.' },
  { title: 'Measured', text: 'You ask for fifteen, you hear fifteen.' },
  { title: 'Yours to keep', text: 'Rename it, share it, keep the file.' },
];

export default function HomePage() {
  const { isLoading, isAuthenticated } = useAuth();
  const sells = useSales();
  const [, navigate] = useLocation();
  useEffect(() => {
    if (!isLoading && isAuthenticated) navigate('/dashboard', { replace: true });
  }, [isLoading, isAuthenticated, navigate]);

  return (
    <>
      <Page title={titles['/']} layout="full" className="overflow-x-clip">
        <Hero />
        <Features />
        <div className="grille rounded-t-sheet bg-panel lg:rounded-none">
          <div className="mx-auto grid max-w-[1280px] gap-x-22 px-5 lg:grid-cols-2 lg:px-22 lg:py-18">
            <Steps />
            <Showcase />
          </div>
        </div>
        {sells && (
          <Section title="You pay for minutes, once" className={`${margins} pt-11 lg:pt-18`}>
            <div className="mt-5 grid items-center gap-x-11 gap-y-5 lg:grid-cols-[1fr_560px]">
              <p className="max-w-[30em] text-lead lg:order-first">
                You hear the minutes you paid for. If an episode can’t be made, your money goes back
                by itself.
              </p>
              <ul className="well order-first grid grid-cols-4 rounded-control! p-1">
                {DURATIONS.map((minutes) => (
                  <li key={minutes}>
                    <Link
                      href={`/create?duration=${minutes}`}
                      className="flex min-h-19 flex-col items-center justify-end rounded-well pb-3"
                    >
                      <svg
                        aria-hidden="true"
                        viewBox="0 0 80 12"
                        className="h-3 w-full max-w-20 stroke-rim"
                      >
                        <path
                          d="M8 0V7M24 0V7M40 0V12M56 0V7M72 0V7"
                          strokeWidth="2"
                          strokeLinecap="round"
                        />
                      </svg>
                      <span className="mt-2.5 font-display text-[1.3125rem] leading-none">
                        {minutes}{' '}
                        <span className="font-sans text-meta">
                          min<span className="sr-only">utes</span>
                        </span>
                      </span>
                      <span className="mt-1.5 text-soft">{formatPrice(LIST_PRICE[minutes])}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          </Section>
        )}
        <Section title="What people ask after dark" className={`${margins} py-11 lg:py-18`}>
          <ul className="mt-5 grid gap-x-7 md:grid-cols-2 lg:mt-7 lg:grid-cols-3">
            {cases.map(({ kind, topic }) => (
              <li key={topic} className="border-t border-line">
                <Link
                  href={`/create?topic=${encodeURIComponent(topic)}`}
                  className="flex h-full items-center justify-between gap-4 rounded-chip py-4"
                >
                  <span>
                    <span className="block font-display text-h3 text-balance">{topic}</span>
                    <span className="mt-1 block text-meta text-soft">{kind}</span>
                  </span>
                  <Plus aria-hidden size={24} className="shrink-0" />
                </Link>
              </li>
            ))}
          </ul>
        </Section>
        <WhyChoose />
        <section aria-labelledby="closing" className="pb-11 lg:pb-18">
          <Wave
            seed="still wondering"
            height={96}
            className="left-1/2 w-[1600px] -translate-x-1/2"
          />
          <div
            className={`${margins} mt-11 grid items-center gap-7 lg:mt-14 lg:grid-cols-[1fr_480px]`}
          >
            <h2 id="closing" className="text-[clamp(2.0625rem,1rem+5vw,4.25rem)]">
              Still wondering?
              <br />
              Go on, ask.
            </h2>
            <Button kind="main" wide href="/create">
              Get Started
            </Button>
          </div>
        </section>
      </Page>
      <Footer>
        <div className={`${margins} flex flex-wrap items-center gap-x-7 gap-y-3 pb-7`}>
          <Logo height={22} />
          {sells && <p className="text-meta text-soft">Paid once. Nothing renews.</p>}
        </div>
      </Footer>
    </>
  );
}

function WhyChoose() {
  const sells = useSales();
  const isFull = hasPromisedVoices(useQuery(voicesQuery).data?.voices);
  return (
    <Section
      title={sells ? `Why choose ${brand.name}` : 'What you get'}
      className={`${margins} pb-11 lg:pb-18`}
    >
      <ul className="mt-5 grid gap-x-7 gap-y-5 md:grid-cols-2 lg:mt-7 lg:grid-cols-3">
        {(sells ? reasons : houseReasons).map(({ title, text, inFullHouse = title }) => (
          <li key={title} className="flex gap-3">
            <Check aria-hidden size={22} className="mt-0.5 shrink-0" />
            <p className="text-body leading-snug">
              <strong className="block">{isFull ? inFullHouse : title}</strong>
              <span className="text-soft">{text}</span>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
