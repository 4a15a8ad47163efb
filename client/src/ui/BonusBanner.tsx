import { Link } from 'wouter';
import { Ticket } from './Ticket.tsx';

type BonusBannerProps = { useHref: string; aboutHref: string };

const link =
  'inline-flex min-h-11 items-center rounded-chip font-bold underline decoration-[1.5px] underline-offset-[5px] focus-visible:outline-current';

export function BonusBanner({ useHref, aboutHref }: BonusBannerProps) {
  return (
    <Ticket className="mt-5">
      <p className="font-display text-h3">Ten minutes, on the house</p>
      <p className="text-meta">Thanks for the first one. Any topic, any two voices.</p>
      <p className="-mb-2 flex flex-wrap gap-x-5">
        <Link href={useHref} className={link}>
          Use it
        </Link>
        <Link href={aboutHref} className={`${link} font-normal!`}>
          How it works
        </Link>
      </p>
    </Ticket>
  );
}
