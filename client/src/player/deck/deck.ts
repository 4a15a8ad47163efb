import type { PlaybackSession } from './playbackSession.ts';

let current: PlaybackSession | null = null;
const listeners = new Set<() => void>();

export const getDeck = (): PlaybackSession | null => current;

export function subscribeDeck(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Replaces the session on the deck and closes the previous one. */
export function setDeck(next: PlaybackSession | null): void {
  if (next === current) return;
  // Closed first: it stores its position, which the listeners read.
  current?.close();
  current = next;
  for (const listener of listeners) listener();
}
