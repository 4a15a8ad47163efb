import { useSyncExternalStore } from 'react';
import { getDeck, subscribeDeck } from './deck.ts';
import type { PlaybackSession } from './playbackSession.ts';

export const useDeck = (): PlaybackSession | null =>
  useSyncExternalStore(subscribeDeck, getDeck, () => null);
