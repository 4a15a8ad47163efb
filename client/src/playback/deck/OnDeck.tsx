import { Suspense } from 'react';
import { lazyOptional } from '../../ui/lazyOptional.ts';
import { loadDeck } from './loadDeck.ts';
import { useDeck } from './useDeck.ts';

const Deck = lazyOptional(loadDeck);

/** What is on the deck, if anything is. */
export function OnDeck() {
  const session = useDeck();
  if (!session) return null;
  return (
    <Suspense>
      <Deck key={session.id} session={session} />
    </Suspense>
  );
}
