import { startExclusively, stopExclusively } from './exclusivePlayback.ts';
import { refusalOf } from './refusal.ts';

/** The part of an audio element that the player touches. */
export interface Sound extends EventTarget {
  currentTime: number;
  playbackRate: number;
  readonly duration: number;
  readonly paused: boolean;
  readonly ended: boolean;
  readonly readyState: number;
  readonly error: unknown;
  readonly buffered: Pick<TimeRanges, 'length' | 'start' | 'end'>;
  play(): Promise<void>;
  pause(): void;
  load(): void;
}

export interface Playing {
  /** `waiting` plays as soon as enough sound has arrived; `failed` needs a retry. */
  phase: 'paused' | 'playing' | 'waiting' | 'failed';
  /** Seconds. */
  time: number;
  /** Seconds; the server's measure until the element knows better. */
  duration: number;
  rate: number;
  ended: boolean;
  /** How often it was sent to another second: a time that comes with one more was not played up to. */
  jumps: number;
  /** The second up to which the sound can be heard without waiting. */
  buffered: number;
}

export interface Player {
  get(): Playing;
  subscribe(listener: () => void): () => void;
  /** After a failure it tries again. */
  play(): void;
  pause(): void;
  toggle(): void;
  /** To an absolute second, kept inside the episode. */
  seek(to: number): void;
  seekBy(by: number): void;
  setRate(rate: number): void;
  /** Loads the sound again after a failure and plays on from the same second. */
  retry(): void;
  close(): void;
}

export const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2] as const;
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

/** From `readyState` 3 on (HAVE_FUTURE_DATA) the element can go on playing. */
const CAN_PLAY_ON = 3;
const KNOWS_LENGTH = 1;
/** Further than this from where it was loaded again, it has played on, s. */
const PLAYED_ON = 1;

/** The one owner of the audio element: everything on screen reads `get()` and calls the rest. */
export function createPlayer(
  sound: Sound,
  start: { time: number; rate: number; duration: number },
): Player {
  const listeners = new Set<() => void>();
  /** Where to go once the element knows its length: a seek before that is forgotten by some browsers. */
  let goal: number | null = start.time > 0 ? start.time : null;
  let refused = false;
  /**
   * The second at which it was loaded again; null once it has played on from there. A link to the
   * sound runs out in a long pause, and a new one is fetched unasked; but not over and over.
   */
  let renewedAt: number | null = null;
  let loads = 0;
  let jumps = 0;
  sound.playbackRate = start.rate;
  let playing = appearance();

  function appearance(): Playing {
    const known = Number.isFinite(sound.duration) && sound.duration > 0;
    return {
      phase: phaseOf(sound, refused),
      time: goal ?? sound.currentTime,
      duration: known ? sound.duration : start.duration,
      rate: sound.playbackRate,
      ended: sound.ended,
      jumps,
      buffered: bufferedAt(sound),
    };
  }

  function update(event?: Event) {
    if (event?.type === 'play') {
      refused = false;
      startExclusively(player.pause);
    }
    if (event?.type === 'error' && renewedAt === null) return reload(!sound.paused);
    if (event?.type === 'timeupdate' && goal === null && renewedAt !== null) {
      if (Math.abs(sound.currentTime - renewedAt) > PLAYED_ON) renewedAt = null;
    }
    if (goal !== null && sound.readyState >= KNOWS_LENGTH) {
      const to = goal;
      // Before it is gone to: that is told at once, and must not be gone to again.
      goal = null;
      sound.currentTime = to;
    }
    playing = appearance();
    for (const listener of listeners) listener();
  }

  for (const name of EVENTS) sound.addEventListener(name, update);

  function begin() {
    const load = loads;
    // A pause before the first sound aborts the promise; only a real refusal is a failure.
    sound.play().catch((error: unknown) => {
      const why = refusalOf(error);
      // Loaded again meanwhile, it answers to another promise.
      if (why === 'AbortError' || load !== loads) return;
      refused = why !== 'NotAllowedError';
      update();
    });
  }

  /** By a new link, and to the same second. */
  function reload(plays: boolean) {
    const { time, rate } = playing;
    refused = false;
    renewedAt = time;
    loads += 1;
    goal = time;
    sound.load();
    // load() puts the rate back to its default.
    sound.playbackRate = rate;
    if (plays) begin();
    else update();
  }

  const player: Player = {
    get: () => playing,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    play() {
      if (playing.phase === 'failed') return player.retry();
      if (playing.ended) player.seek(0);
      renewedAt = null;
      begin();
    },
    pause: () => sound.pause(),
    // What broke off while it played is not paused, and nothing of it can be heard all the same.
    toggle: () => (sound.paused || playing.phase === 'failed' ? player.play() : player.pause()),
    seek(to) {
      const time = Math.min(Math.max(to, 0), playing.duration);
      // Before it is gone to: that is told at once.
      jumps += 1;
      if (sound.readyState >= KNOWS_LENGTH) sound.currentTime = time;
      else goal = time;
      update();
    },
    seekBy: (by) => player.seek(playing.time + by),
    setRate(rate) {
      sound.playbackRate = rate;
      update();
    },
    retry: () => reload(true),
    close() {
      for (const name of EVENTS) sound.removeEventListener(name, update);
      stopExclusively(player.pause);
      sound.pause();
    },
  };
  return player;
}

/** Ranges that touch the place within so much belong to it, s. */
const TOUCHING = 0.5;

function bufferedAt({ buffered, currentTime }: Sound): number {
  for (let range = 0; range < buffered.length; range++) {
    const end = buffered.end(range);
    if (buffered.start(range) <= currentTime + TOUCHING && end >= currentTime) return end;
  }
  return 0;
}

function phaseOf(sound: Sound, refused: boolean): Playing['phase'] {
  if (sound.error || refused) return 'failed';
  if (sound.paused) return 'paused';
  return sound.readyState >= CAN_PLAY_ON ? 'playing' : 'waiting';
}
