import { openQueues, type Place } from './queues.ts';
import type { Share } from './speech.ts';

/**
 * Keeps the calls of this process inside what the account allows, and lets episodes take turns.
 * ElevenLabs limits calls in flight per account, says so with a 429, and sometimes names its limit
 * in a header.
 */
export interface Limiter {
  /** Calls allowed at once right now, by this process; at least 1. */
  readonly limit: number;
  /** Calls that the account allows at once, as far as this process has learnt. */
  readonly learnt: number;
  /** Calls under way. */
  readonly inFlight: number;
  /** Episodes with a call waiting or under way. */
  readonly episodes: number;
  /** Takes the last place of this episode. */
  queue(episode: string): Place;
  /**
   * Runs `call` when there is room: episodes take turns, lines of one go in order. Rejects with the
   * signal's reason when it aborts while waiting; what `call` throws passes through.
   */
  run<T>(place: Place, signal: AbortSignal, call: (ticket: Ticket) => Promise<T>): Promise<T>;
  /** The account's own limit, when the provider names it; never lifts ours. */
  learn(maximum: number): void;
  /** What this process may use of the account, beside others that speak with it. */
  setShare(share: Share): void;
}

/** What a call under way tells the limiter. */
export interface Ticket {
  /** The provider said it was too many. */
  tooMany(): void;
}

/** Calls that must go well, per call allowed, before one more is tried. */
const SUCCESSES_PER_SLOT = 4;

/** Opens a limiter that takes the whole account, `concurrency` calls at once, until told of others. */
export function openLimiter(concurrency: number): Limiter {
  const waiting = openQueues<{ start(): void }>();
  const underWay = new Map<string, number>();
  let ceiling = concurrency;
  let learnt = concurrency;
  let share: Share = { mine: concurrency, of: concurrency };
  let inFlight = 0;
  let nextNumber = 0;
  let successStreak = 0;
  /** Rises with each cut: calls begun before it complain about a limit already lowered. */
  let generation = 0;

  /** A part of less than was divided is less; a part of more waits until it is divided again. */
  const limit = () => {
    const part = learnt < share.of ? Math.floor((share.mine * learnt) / share.of) : share.mine;
    return Math.max(1, part);
  };

  const count = (episode: string, change: 1 | -1) => {
    inFlight += change;
    const left = (underWay.get(episode) ?? 0) + change;
    if (left) underWay.set(episode, left);
    else underWay.delete(episode);
  };

  const admit = () => {
    while (inFlight < limit()) {
      const next = waiting.next();
      if (!next) return;
      count(next.place.episode, 1);
      next.entry.start();
    }
  };

  const turn = (place: Place, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signal.throwIfAborted();
      const abandon = () => {
        waiting.leave(place);
        reject(signal.reason);
      };
      const start = () => {
        signal.removeEventListener('abort', abandon);
        resolve();
      };
      waiting.join(place, { start });
      signal.addEventListener('abort', abandon, { once: true });
      admit();
    });

  const decrease = (begun: number) => {
    if (begun !== generation) return;
    generation += 1;
    learnt = Math.max(1, Math.floor(learnt / 2));
    successStreak = 0;
  };

  const increase = () => {
    successStreak += 1;
    if (learnt >= ceiling || successStreak < limit() * SUCCESSES_PER_SLOT) return;
    learnt += 1;
    successStreak = 0;
  };

  return {
    get limit() {
      return limit();
    },
    get learnt() {
      return learnt;
    },
    get inFlight() {
      return inFlight;
    },
    get episodes() {
      return new Set([...waiting.episodes(), ...underWay.keys()]).size;
    },
    queue: (episode) => ({ episode, number: nextNumber++ }),
    async run(place, signal, call) {
      await turn(place, signal);
      const begun = generation;
      try {
        const result = await call({ tooMany: () => decrease(begun) });
        increase();
        return result;
      } finally {
        count(place.episode, -1);
        admit();
      }
    },
    learn(maximum) {
      ceiling = Math.max(1, Math.min(concurrency, maximum));
      if (ceiling < learnt) {
        generation += 1;
        learnt = ceiling;
        successStreak = 0;
      }
      admit();
    },
    setShare(given) {
      share = given;
      admit();
    },
  };
}
