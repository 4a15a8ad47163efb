import { useEffect, useState } from 'react';
import { positionToKeep } from '../playbackStorage.ts';
import { getDeck } from './deck.ts';
import type { Playable } from './playable.ts';
import type { Opening, PlaybackSession } from './playbackSession.ts';
import { openForDeck, sessionOnDeck } from './playNow.ts';
import { useDeck } from './useDeck.ts';

/** The session on the deck, or one of the page's own, which goes on the deck when it plays. */
export function usePlaybackSession(playable: Playable, opening: Opening = {}): PlaybackSession {
  const { startAt = null } = opening;
  const onDeck = sessionOnDeck(playable, useDeck());
  const [last, setLast] = useState(() => onDeck ?? openForDeck(playable, opening));
  let session = onDeck ?? last;
  if (session.isClosed()) {
    // It was taken off the deck: stay where it stopped.
    const { time, duration } = session.player.get();
    session = openForDeck(playable, { ...opening, startAt: positionToKeep(time, duration) });
    session.update({ linked: startAt });
  }
  if (session !== last) setLast(session);

  useEffect(() => {
    session.attach();
    return () => {
      if (getDeck() !== session) session.close();
    };
  }, [session]);
  useEffect(() => {
    if (startAt !== null && startAt !== session.get().linked) session.goTo(startAt);
  }, [session, startAt]);
  useEffect(() => session.update({ playable }));
  return session;
}
