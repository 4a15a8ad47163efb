import { useSyncExternalStore } from 'react';
import { getDeck, type PlaybackSession, subscribeDeck } from './deck.ts';

export const useDeck = (): PlaybackSession | null =>
  useSyncExternalStore(subscribeDeck, getDeck, () => null);
