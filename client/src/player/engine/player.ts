import { createStore } from '../../ui/store.ts';

export interface Sound extends EventTarget {
  currentTime: number;
  playbackRate: number;
  readonly duration: number;
  readonly paused: boolean;
  readonly ended: boolean;
  readonly readyState: number;
  readonly error: unknown;
  readonly hasCaughtUp?: boolean;
  play(): Promise<void>;
  pause(): void;
  load(): void;
}

export interface Playing {
  /** `waiting` plays as soon as enough is buffered; `failed` needs a retry. */
  phase: 'paused' | 'playing' | 'waiting' | 'failed';
  /** Seconds. */
  time: number;
  /** Seconds; the server's measurement until the element knows. */
  duration: number;
  rate: number;
  ended: boolean;
  /** Number of seeks so far, to tell a jump in `time` from playback. */
  jumps: number;
  /** It waits for sound that is still to be made; nothing is loading. */
  hasCaughtUp: boolean;
}

/** Shows no loading to a listener who has caught up. */
export const buttonState = ({ phase, hasCaughtUp }: Playing) => {
  if (phase !== 'waiting') return phase;
  return hasCaughtUp ? 'playing' : 'loading';
};

export interface Player {
  get(): Playing;
  subscribe(listener: () => void): () => void;
  play(): void;
  pause(): void;
  toggle(): void;
  /** Clamps `to` (s) to the episode. */
  seek(to: number): void;
  seekBy(by: number): void;
  setRate(rate: number): void;
  /** Reloads after a failure and resumes from the same second. */
  retry(): void;
  close(): void;
}

/** The speeds that are one tap away; any tenth between the slowest and the fastest can be set. */
export const SPEEDS = [0.8, 1, 1.2, 1.5, 2] as const;
export const SLOWEST = 0.5;
export const FASTEST = 3;

export const nearestSpeed = (rate: number): number =>
  Math.round(Math.min(FASTEST, Math.max(SLOWEST, rate)) * 10) / 10;
export const SKIP_SECONDS = 15;

const EVENTS = [
  'play',
  'playing',
  'pause',
  'waiting',
  'timeupdate',
  'progress',
  'seeking',
  'seeked',
  'durationchange',
  'loadedmetadata',
  'ratechange',
  'ended',
  'error',
] as const;

/** Values of `readyState`. */
const HAVE_METADATA = 1;
const HAVE_FUTURE_DATA = 3;
/** Distance from the position of a reload that proves playback has resumed, s. */
const RESUMED = 1;

export function createPlayer(
  sound: Sound,
  initial: { time: number; rate: number; duration: number },
): Player {
  /** Position to seek to once metadata is loaded; some browsers drop an earlier seek. */
  let goal: number | null = initial.time > 0 ? initial.time : null;
  let refused = false;
  /** Second of the last reload until playback resumes: a failing link must not reload forever. */
  let reloadedAt: number | null = null;
  let loads = 0;
  let jumps = 0;
  sound.playbackRate = initial.rate;
  const { get, set, subscribe } = createStore(appearance());

  function appearance(): Playing {
    const known = Number.isFinite(sound.duration) && sound.duration > 0;
    return {
      phase: phaseOf(sound, refused),
      time: goal ?? sound.currentTime,
      duration: known ? sound.duration : initial.duration,
      rate: sound.playbackRate,
      ended: sound.ended,
      jumps,
      hasCaughtUp: sound.hasCaughtUp ?? false,
    };
  }

  function update(event?: Event) {
    if (event?.type === 'play') {
      refused = false;
      startExclusively(player.pause);
    }
    if (event?.type === 'error' && reloadedAt === null) return reload(!sound.paused);
    if (event?.type === 'timeupdate' && goal === null && reloadedAt !== null) {
      if (Math.abs(sound.currentTime - reloadedAt) > RESUMED) reloadedAt = null;
    }
    if (goal !== null && sound.readyState >= HAVE_METADATA) {
      const to = goal;
      // Cleared first: the seek fires events synchronously, which must not seek again.
      goal = null;
      sound.currentTime = to;
    }
    set(appearance());
  }

  for (const name of EVENTS) sound.addEventListener(name, update);

  function start() {
    const load = loads;
    // A pause before playback starts aborts the promise; that is not a failure.
    sound.play().catch((error: unknown) => {
      const reason = rejectionName(error);
      // A reload has replaced this promise.
      if (reason === 'AbortError' || load !== loads) return;
      refused = reason !== 'NotAllowedError';
      update();
    });
  }

  /** Fetches a new signed link and returns to the same second. */
  function reload(resume: boolean) {
    const { time, rate } = get();
    refused = false;
    reloadedAt = time;
    loads += 1;
    goal = time;
    sound.load();
    // load() resets the rate.
    sound.playbackRate = rate;
    if (resume) start();
    else update();
  }

  const player: Player = {
    get,
    subscribe,
    play() {
      if (get().phase === 'failed') return player.retry();
      if (get().ended) player.seek(0);
      reloadedAt = null;
      start();
    },
    pause: () => sound.pause(),
    // A sound that failed during playback does not count as paused.
    toggle: () => (sound.paused || get().phase === 'failed' ? player.play() : player.pause()),
    seek(to) {
      const time = Math.min(Math.max(to, 0), get().duration);
      // Counted first: the seek fires events synchronously.
      jumps += 1;
      if (sound.readyState >= HAVE_METADATA) sound.currentTime = time;
      else goal = time;
      update();
    },
    seekBy: (by) => player.seek(get().time + by),
    setRate(rate) {
      sound.playbackRate = rate;
      update();
    },
    retry: () => reload(true),
    close() {
      sound.pause();
      for (const name of EVENTS) sound.removeEventListener(name, update);
      stopExclusively(player.pause);
    },
  };
  return player;
}

function phaseOf(sound: Sound, refused: boolean): Playing['phase'] {
  if (sound.error || refused) return 'failed';
  if (sound.paused) return 'paused';
  return sound.readyState >= HAVE_FUTURE_DATA ? 'playing' : 'waiting';
}

let pauseCurrent: (() => void) | null = null;

/** Registers a sound that starts to play, and pauses the one before; `pause` identifies it. */
export function startExclusively(pause: () => void): void {
  if (pauseCurrent !== pause) pauseCurrent?.();
  pauseCurrent = pause;
}

function stopExclusively(pause: () => void): void {
  if (pauseCurrent === pause) pauseCurrent = null;
}

/**
 * `AbortError`: paused or replaced. `NotAllowedError`: autoplay is blocked. Others are failures.
 */
export function rejectionName(error: unknown): unknown {
  // DOMException is not an Error in every environment.
  return typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined;
}
