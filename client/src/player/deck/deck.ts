import { createStore } from '../../ui/store.ts';
import type { PlaybackSession } from './playbackSession.ts';

const deck = createStore<PlaybackSession | null>(null);

export const getDeck = deck.get;
export const subscribeDeck = deck.subscribe;

/** Replaces the session on the deck and closes the previous one. */
export function setDeck(next: PlaybackSession | null): void {
  const current = deck.get();
  if (next === current) return;
  // Closed first: its pause stores its position, which the listeners read.
  current?.close();
  deck.set(next);
}
