import { sayListened } from '../../api/listen.ts';
import { createPlayer } from '../engine/player.ts';
import { onListen } from '../onListen.ts';
import { createPartSound } from '../partSound.ts';
import { recallSpeed, resumeFrom } from '../playbackStorage.ts';
import { setDeck } from './deck.ts';
import type { Playable } from './playable.ts';
import type { PlaybackSession, PlaybackSessionState } from './playbackSession.ts';
import { createSleepTimer } from './sleep.ts';

let opened = 0;

type Opening = {
  /** Second at which to start; null resumes where the listener stopped. */
  startAt?: number | null;
  /** `none` loads nothing before it plays. */
  preload?: 'metadata' | 'none';
};

/** It goes on the deck when it plays; one that never does has to be closed by its page. */
export function openSession(playable: Playable, opening: Opening = {}): PlaybackSession {
  const { startAt = null, preload = 'metadata' } = opening;
  const { token, position, audioUrl, duration } = playable;
  const listeners = new Set<() => void>();
  const closing = new Set<() => void>();
  const { sound, attach, discard } = createPartSound(preload);
  if (audioUrl) sound.finish(audioUrl, duration);
  const time = startAt ?? resumeFrom(token, position);
  const player = createPlayer(sound, { time, rate: recallSpeed(), duration });
  const sleep = createSleepTimer(player);
  let state: PlaybackSessionState = { playable, reach: 0, linked: startAt, isShown: false };
  let isClosed = false;
  const stopCounting = onListen(player, () => sayListened(state.playable.token, false));

  opened += 1;
  const session: PlaybackSession = {
    id: opened,
    player,
    sound,
    sleep,
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    update(change) {
      const next = { ...state, ...change };
      // A list fetched earlier may not know the finished file yet.
      if (!next.playable.audioUrl && state.playable.audioUrl) next.playable = state.playable;
      if (!hasChanged(state.playable, next.playable)) next.playable = state.playable;
      if (!hasChanged(state, next)) return;
      state = next;
      const { audioUrl, duration } = state.playable;
      if (audioUrl) sound.finish(audioUrl, duration);
      for (const listener of listeners) listener();
    },
    goTo(linked) {
      session.update({ linked });
      player.seek(linked);
    },
    attach: () => isClosed || attach(),
    beforeClose(run) {
      closing.add(run);
      return () => closing.delete(run);
    },
    isClosed: () => isClosed,
    close() {
      if (isClosed) return;
      isClosed = true;
      for (const run of closing) run();
      stopCounting();
      sleep.choose('Off', []);
      player.close();
      discard();
    },
  };
  sound.addEventListener('play', () => isClosed || setDeck(session));
  return session;
}

function hasChanged<T extends object>(one: T, other: T): boolean {
  return Object.keys(other).some((key) => one[key as keyof T] !== other[key as keyof T]);
}
