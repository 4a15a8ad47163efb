import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { brand } from '#shared/brand.ts';
import { useSales } from '../../api/sales.ts';
import { hasPromisedVoices, voicesQuery } from '../../api/voices.ts';
import { margins, Section } from './Section.tsx';

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

export function WhyChoose() {
  const sells = useSales();
  const isFull = hasPromisedVoices(useQuery(voicesQuery).data?.voices);
  return (
    <div className={margins}>
      <Section title={sells ? `Why choose ${brand.name}` : 'What you get'} space="pb-11 lg:pb-18">
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
    </div>
  );
}
