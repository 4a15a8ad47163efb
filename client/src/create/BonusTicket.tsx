import { Ticket } from '../ui/Ticket.tsx';

type BonusTicketProps = { used: boolean; onUse: (use: boolean) => void };

export function BonusTicket({ used, onUse }: BonusTicketProps) {
  return (
    <Ticket className="grid grid-cols-[1fr_auto] items-center gap-x-4 lg:py-2.5!">
      <p className="font-display text-h3 max-sm:col-span-2">Ten minutes, on the house</p>
      <p className="col-start-1 text-meta">
        {used ? 'This one is free.' : 'Thanks for the first one.'}
        <span className="lg:hidden"> Any topic, any two voices.</span>
      </p>
      <button
        type="button"
        onClick={() => onUse(!used)}
        className="col-start-2 row-start-2 flex min-h-11 items-center gap-1.5 rounded-chip px-1 font-bold underline decoration-[1.5px] underline-offset-[5px] focus-visible:outline-current sm:row-span-2 sm:row-start-1"
      >
        {used ? 'Save it for later' : 'Use it'}
      </button>
    </Ticket>
  );
}
