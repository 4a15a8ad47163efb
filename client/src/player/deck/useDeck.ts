import { useSyncExternalStore } from 'react';
import { getDeck, subscribeDeck } from './deck.ts';
import type { Session } from './session.ts';

/** What is on the deck; nothing in prerendered HTML. */
export const useDeck = (): Session | null =>
  useSyncExternalStore(subscribeDeck, getDeck, () => null);
