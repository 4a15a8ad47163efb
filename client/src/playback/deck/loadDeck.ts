/** The deck as it is shown, which loads with the first thing that plays. */
export const loadDeck = () => import('./Deck.tsx');
