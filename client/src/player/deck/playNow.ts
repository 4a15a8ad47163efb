import { moveStoredPosition } from '../playbackStorage.ts';
import { getDeck, setDeck } from './deck.ts';
import { isSameEpisode, type Playable } from './playable.ts';
import { type Opening, openSession, type PlaybackSession } from './playbackSession.ts';

/** It goes on the deck when it plays; one that never does has to be closed by its page. */
export function openForDeck(playable: Playable, opening: Opening): PlaybackSession {
  const session = openSession(playable, opening);
  session.sound.addEventListener('play', () => session.isClosed() || setDeck(session));
  return session;
}

export function sessionOnDeck(playable: Playable | null, deck = getDeck()): PlaybackSession | null {
  return playable && deck && isSameEpisode(deck.get().playable, playable) ? deck : null;
}

/** Must be called within the tap: phones refuse to play outside of one. `startAt` is in seconds. */
export function playNow(playable: Playable, startAt: number | null = null): void {
  const known = sessionOnDeck(playable);
  const session = known ?? openForDeck(playable, { startAt });
  session.attach();
  session.update({ playable });
  if (known && startAt !== null) session.goTo(startAt);
  const { phase } = session.player.get();
  if (phase === 'paused' || phase === 'failed') session.player.play();
}

/** Moves a stored position, also that of the playing episode, to the episode's new token. */
export function movePosition(from: string, to: string): void {
  const current = getDeck();
  const playable = current?.get().playable;
  if (playable?.token === from) current?.update({ playable: { ...playable, token: to } });
  moveStoredPosition(from, to);
}
