import type { PlaybackSession } from './playbackSession.ts';

let current: PlaybackSession | null = null;
const listeners = new Set<() => void>();

/** What plays or is paused, on whatever screen the listener is; null while nothing was begun. */
export const getDeck = (): PlaybackSession | null => current;

export function subscribeDeck(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Puts a session on the deck, or nothing; the one before is closed. */
export function setDeck(next: PlaybackSession | null): void {
  if (next === current) return;
  // First: it keeps its place, which the screens read when they hear of the change.
  current?.close();
  current = next;
  for (const listener of listeners) listener();
}
