import { LISTEN_SECONDS } from '#shared/channels.ts';
import { sayListened } from '../../api/listen.ts';
import { createStore } from '../../ui/store.ts';
import { createPlayer, type Player } from '../engine/player.ts';
import { recallSpeed, resumeFrom } from '../playbackStorage.ts';
import { createPartSound } from '../usePartPlayer.ts';
import type { Playable } from './playable.ts';
import { createSleepTimer } from './sleep.ts';

export type PlaybackSession = ReturnType<typeof openSession>;

type PlaybackSessionState = {
  playable: Playable;
  /** Seconds that the parts cover while the episode is being made. */
  reach: number;
  /** The second that the last link named. */
  linked: number | null;
  /** A page shows its own player, so the deck hides. */
  isShown: boolean;
};

let opened = 0;

export type Opening = {
  /** Second that the link names; null resumes where the listener stopped. */
  startAt?: number | null;
  /** `none` loads nothing before it plays. */
  preload?: 'metadata' | 'none';
  /** Another site frames the player. */
  isEmbedded?: boolean;
};

export function openSession(playable: Playable, opening: Opening) {
  const { startAt = null, preload = 'metadata', isEmbedded = false } = opening;
  const { token, position, audioUrl, duration } = playable;
  const { sound, attach, discard } = createPartSound(preload);
  if (audioUrl) sound.finish(audioUrl, duration);
  const time = startAt ?? resumeFrom(token, position);
  const player = createPlayer(sound, { time, rate: recallSpeed(), duration });
  const sleep = createSleepTimer(player);
  const { get, set, subscribe } = createStore<PlaybackSessionState>({
    playable,
    reach: 0,
    linked: startAt,
    isShown: false,
  });
  let isClosed = false;
  const stopCounting = onListen(player, () => sayListened(get().playable.token, isEmbedded));

  opened += 1;
  const session = {
    id: opened,
    player,
    sound,
    sleep,
    get,
    subscribe,
    update(change: Partial<PlaybackSessionState>) {
      const state = get();
      const next = { ...state, ...change };
      // A list fetched earlier may not know the finished file yet.
      if (!next.playable.audioUrl && state.playable.audioUrl) next.playable = state.playable;
      if (!hasChanged(state.playable, next.playable)) next.playable = state.playable;
      if (!hasChanged(state, next)) return;
      set(next);
      const { audioUrl, duration } = next.playable;
      if (audioUrl) sound.finish(audioUrl, duration);
    },
    goTo(linked: number) {
      session.update({ linked });
      player.seek(linked);
    },
    attach: () => isClosed || attach(),
    isClosed: () => isClosed,
    close() {
      if (isClosed) return;
      isClosed = true;
      stopCounting();
      sleep.choose('Off', []);
      player.close();
      discard();
    },
  };
  return session;
}

function hasChanged<T extends object>(one: T, other: T): boolean {
  return Object.keys(other).some((key) => one[key as keyof T] !== other[key as keyof T]);
}

/** An episode's length is known only roughly: this much may be missing at its end, s. */
const ROUGHLY = 1;

/** Calls `count` once, after `LISTEN_SECONDS` or all of a shorter episode; seeks do not count. */
export function onListen(player: Player, count: () => void): () => void {
  let before = player.get();
  let playedSeconds = 0;
  const stop = player.subscribe(() => {
    const { time, jumps, duration, ended } = player.get();
    if (jumps === before.jumps) playedSeconds += Math.max(0, time - before.time);
    before = player.get();
    if (playedSeconds < LISTEN_SECONDS && !(ended && playedSeconds >= duration - ROUGHLY)) return;
    stop();
    count();
  });
  return stop;
}
