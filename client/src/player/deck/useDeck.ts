import { useSyncExternalStore } from 'react';
import { getDeck, subscribeDeck } from './deck.ts';
import type { PlaybackSession } from './playbackSession.ts';

/** What is on the deck; nothing in prerendered HTML. */
export const useDeck = (): PlaybackSession | null =>
  useSyncExternalStore(subscribeDeck, getDeck, () => null);
