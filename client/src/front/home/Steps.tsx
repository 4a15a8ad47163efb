import { useQuery } from '@tanstack/react-query';
import { useSales } from '../../api/sales.ts';
import { hasPromisedVoices, voicesQuery } from '../../api/voices.ts';
import { Section } from './Section.tsx';

type Step = { at: string; title: string; text: string; inFullHouse?: string };

const moves: Step[] = [
  {
    at: '0:00',
    title: 'Share your curiosity',
    text: 'One line will do. A hobby, a worry, a word you heard today.',
  },
  {
    at: '0:20',
    title: 'Select 2 AI voices',
    text: 'Premium voices on call. Hear each one before you choose.',
    inFullHouse: 'More than 65 premium voices on call. Hear each one before you choose.',
  },
  {
    at: '0:40',
    title: 'Set preferences',
    text: 'Ten to twenty-five minutes. Funny, calm or skeptical.',
  },
];

const sent: Step = {
  at: '10:00',
  title: 'Receive it by email',
  text: 'Most episodes are ready in 8-12 minutes; longer content takes up to 20 minutes.',
};

/** A house may send no emails, and how fast its providers are is not known here. */
const played: Step = {
  at: '1:00',
  title: 'Press play',
  text: 'Listen while it’s made, or close the tab: it’ll be on your dashboard.',
};

export function Steps() {
  const isFull = hasPromisedVoices(useQuery(voicesQuery).data?.voices);
  const steps = [...moves, useSales() ? sent : played];
  return (
    <Section title="How it works" className="pt-11 pb-7 lg:py-0">
      <p className="mt-2 text-lead text-soft">Four steps, then you just listen.</p>
      <ol className="mt-5 lg:mt-7">
        {steps.map(({ at, title, text, inFullHouse = text }, index) => (
          <li
            key={at}
            className="grid grid-cols-[82px_1fr] border-t border-line py-4 lg:grid-cols-[108px_1fr] lg:py-5"
          >
            <span
              aria-hidden
              className={`font-display text-[1.3125rem] leading-tight lg:text-[1.5rem] ${index % 2 ? 'text-b' : 'text-a'}`}
            >
              {at}
            </span>
            <div>
              <h3 className="lg:text-[1.5rem]">{title}</h3>
              <p className="mt-1.5 text-body leading-snug text-soft">
                {isFull ? inFullHouse : text}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
