import { Check } from 'lucide-react';
import { Ticket } from '../ui/Ticket.tsx';

type BonusTicketProps = { used: boolean; onUse: (use: boolean) => void };

/** The free episode after the first purchase, to be used now or kept. */
export function BonusTicket({ used, onUse }: BonusTicketProps) {
  return (
    <Ticket className="flex items-center gap-4">
      <div className="grow">
        <p className="font-display text-h3">Ten minutes, on the house</p>
        <p className="text-meta">Thanks for the first one. Any topic, any two voices.</p>
      </div>
      <button
        type="button"
        aria-pressed={used}
        onClick={() => onUse(!used)}
        className="flex min-h-11 shrink-0 items-center gap-1.5 rounded-chip px-1 font-bold underline decoration-[1.5px] underline-offset-[5px] focus-visible:outline-current"
      >
        {used && <Check aria-hidden size={18} strokeWidth={2.5} />}
        {used ? 'In use' : 'Use it'}
      </button>
    </Ticket>
  );
}
