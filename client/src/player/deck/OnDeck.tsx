import { useEffect } from 'react';
import { type FailedProps, lazyPart, NotLoaded } from '../../ui/lazyPart.tsx';
import { useDeck } from './useDeck.ts';

const Deck = lazyPart(() => import('./Deck.tsx'), { Failed: NotOnDeck });

/** Loads the deck's code before the first play. */
export function OnDeck() {
  const session = useDeck();
  useEffect(Deck.loadBeforeUse, []);
  return session && <Deck key={session.id} session={session} />;
}

/** Shown if the deck's code did not load; the sound plays on. */
function NotOnDeck(props: FailedProps) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-30 bg-panel px-5 py-2 shadow-lift lg:px-22">
      <NotLoaded {...props} />
    </div>
  );
}
