import { sayListened } from '../../api/listen.ts';
import type { PartPlayback } from '../../ui/partPlayback.ts';
import { createPlayer, type Player } from '../../ui/player.ts';
import { onListen } from '../onListen.ts';
import { createPartSound } from '../partSound.ts';
import { recallSpeed, resumeFrom } from '../playbackStorage.ts';
import { loadDeck, setDeck } from './deck.ts';
import type { Playable } from './playable.ts';
import { createSleepTimer, type SleepTimer } from './sleep.ts';

type State = {
  playable: Playable;
  /** How many seconds the parts cover, while it is made. */
  reach: number;
  /** The second that a link named last; null without one. */
  linked: number | null;
  /** A page shows its full player, so that the deck does not. */
  isShown: boolean;
};

/** One episode being listened to, on whatever screen. */
export interface Session {
  /** Another one for each. */
  id: number;
  player: Player;
  sound: PartPlayback;
  sleep: SleepTimer;
  get(): State;
  subscribe(listener: () => void): () => void;
  /** Takes over what is known now: another title, the finished file. */
  update(change: Partial<State>): void;
  /** Goes to the second that a link names. */
  goTo(linked: number): void;
  /** Puts its audio elements into the page. */
  attach(): unknown;
  /** `run` is called before it closes, while the place is known. */
  beforeClose(run: () => void): () => void;
  isClosed(): boolean;
  close(): void;
}

let opened = 0;

type Opening = {
  /** Second at which to start; null resumes where the listener stopped. */
  startAt?: number | null;
  /** `none` loads nothing before it plays. */
  preload?: 'metadata' | 'none';
};

/**
 * Opens an episode without playing it. It takes the deck when it plays; one that never does has to be
 * closed by its page.
 */
export function openSession(playable: Playable, opening: Opening = {}): Session {
  const { startAt = null, preload = 'metadata' } = opening;
  const { token, position, audioUrl, duration } = playable;
  const listeners = new Set<() => void>();
  const closing = new Set<() => void>();
  const { sound, attach, discard } = createPartSound(preload);
  if (audioUrl) sound.finish(audioUrl, duration);
  const time = startAt ?? resumeFrom(token, position);
  const player = createPlayer(sound, { time, rate: recallSpeed(), duration });
  const sleep = createSleepTimer(player);
  let state: State = { playable, reach: 0, linked: startAt, isShown: false };
  let isClosed = false;
  const stopCounting = onListen(player, () => sayListened(state.playable.token, false));

  opened += 1;
  const session: Session = {
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
      // A list that was fetched earlier may not know the finished file yet.
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
  // The deck is there before the first play.
  loadDeck().catch(() => undefined);
  return session;
}

function hasChanged<T extends object>(one: T, other: T): boolean {
  return Object.keys(other).some((key) => one[key as keyof T] !== other[key as keyof T]);
}
