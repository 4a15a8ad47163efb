import { getDeck, openSession, type PlaybackSession } from './deck.ts';
import { isSameEpisode, type Playable } from './playable.ts';

export function sessionOnDeck(playable: Playable | null, deck = getDeck()): PlaybackSession | null {
  return playable && deck && isSameEpisode(deck.get().playable, playable) ? deck : null;
}

/** Must be called within the tap: phones refuse to play outside of one. `startAt` is in seconds. */
export function playNow(playable: Playable, startAt: number | null = null): void {
  const known = sessionOnDeck(playable);
  const session = known ?? openSession(playable, { startAt });
  session.attach();
  session.update({ playable });
  if (known && startAt !== null) session.goTo(startAt);
  const { phase } = session.player.get();
  if (phase === 'paused' || phase === 'failed') session.player.play();
}
