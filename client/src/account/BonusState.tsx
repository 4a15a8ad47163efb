import { Ticket } from '../ui/Ticket.tsx';
import type { Bonus } from './bonus.ts';

/** The state of the free episode, or how to get it. */
export function BonusState({ bonus }: { bonus: Bonus }) {
  if (bonus === 'used') {
    return (
      <p className="text-soft">
        Your free ten minutes have been used. There is one bonus for each account.
      </p>
    );
  }
  return (
    <Ticket>
      {bonus === 'waiting' ? (
        <>
          <p className="font-display text-h3">Ten minutes, on the house</p>
          <p className="text-meta">
            Thanks for the first one. Any topic, any two voices. It waits until you use it.
          </p>
        </>
      ) : (
        <>
          <p className="font-display text-h3">Buy one, and ten minutes are on us</p>
          <p className="text-meta">
            Your first purchase, whatever its length, unlocks a free 10-minute bonus podcast.
          </p>
        </>
      )}
    </Ticket>
  );
}
