import { Link } from 'wouter';
import { Ticket } from './Ticket.tsx';

const link =
  'inline-flex min-h-11 items-center rounded-chip font-bold underline decoration-[1.5px] underline-offset-[5px] focus-visible:outline-current';

export function BonusBanner() {
  return (
    <Ticket className="mt-5">
      <p className="font-display text-h3">Ten minutes, on the house</p>
      <p className="text-meta">Thanks for the first one. Any topic, any two voices.</p>
      <p className="-mb-2 flex flex-wrap gap-x-5">
        <Link href="/create?bonus=1" className={link}>
          Use it
        </Link>
        <Link href="/upgrade" className={`${link} font-normal!`}>
          How it works
        </Link>
      </p>
    </Ticket>
  );
}
