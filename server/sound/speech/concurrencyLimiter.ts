import { openQueues, type Ticket } from './queues.ts';
import type { Share } from './speech.ts';

/**
 * ElevenLabs answers 429 above the account's limit, and sometimes names it in a header. AIMD learns
 * it: additive increase after 4 successes per slot, multiplicative decrease on 429.
 */
export interface Limiter {
  /** Calls that this process may make at once right now; at least 1. */
  readonly limit: number;
  /** The account's limit, as this process has learnt it. */
  readonly learnt: number;
  readonly inFlight: number;
  /** Episodes with a call waiting or in flight. */
  readonly episodes: number;
  /** Returns a ticket behind all others of this episode. */
  queue(episode: string): Ticket;
  /** Rejects with the signal's reason when it aborts before a slot is free. */
  run<T>(ticket: Ticket, signal: AbortSignal, call: (feedback: Feedback) => Promise<T>): Promise<T>;
  /** Takes the limit that the provider names; never raises ours above `concurrency`. */
  learn(maximum: number): void;
  setShare(share: Share): void;
}

export interface Feedback {
  tooMany(): void;
}

const SUCCESSES_PER_SLOT = 4;

/** Uses the whole account, `concurrency` calls at once, until `setShare`. */
export function openLimiter(concurrency: number): Limiter {
  const waiting = openQueues<{ start(): void }>();
  const running = new Map<string, number>();
  let ceiling = concurrency;
  let learnt = concurrency;
  let share: Share = { mine: concurrency, of: concurrency };
  let inFlight = 0;
  let nextNumber = 0;
  let successStreak = 0;
  /** Rises with each decrease: a 429 for a call begun earlier is about the old limit. */
  let generation = 0;

  /** A lower limit shrinks our share at once; a higher one waits for the next `setShare`. */
  const limit = () => {
    const part = learnt < share.of ? Math.floor((share.mine * learnt) / share.of) : share.mine;
    return Math.max(1, part);
  };

  const count = (episode: string, change: 1 | -1) => {
    inFlight += change;
    const left = (running.get(episode) ?? 0) + change;
    if (left) running.set(episode, left);
    else running.delete(episode);
  };

  const admit = () => {
    while (inFlight < limit()) {
      const next = waiting.next();
      if (!next) return;
      count(next.ticket.episode, 1);
      next.entry.start();
    }
  };

  const turn = (ticket: Ticket, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signal.throwIfAborted();
      const abandon = () => {
        waiting.leave(ticket);
        reject(signal.reason);
      };
      const start = () => {
        signal.removeEventListener('abort', abandon);
        resolve();
      };
      waiting.join(ticket, { start });
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
      return new Set([...waiting.episodes(), ...running.keys()]).size;
    },
    queue: (episode) => ({ episode, number: nextNumber++ }),
    async run(ticket, signal, call) {
      await turn(ticket, signal);
      const begun = generation;
      try {
        const result = await call({ tooMany: () => decrease(begun) });
        increase();
        return result;
      } finally {
        count(ticket.episode, -1);
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
