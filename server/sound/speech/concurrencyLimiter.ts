import type { Share } from './speech.ts';

/** A place in an episode's queue, kept when the call has to be made again. */
export interface Ticket {
  readonly episode: string;
  readonly number: number;
}

export interface Feedback {
  tooMany(): void;
}

const SUCCESSES_PER_SLOT = 4;

export type Limiter = ReturnType<typeof openLimiter>;

/**
 * ElevenLabs answers 429 above the account's limit, and sometimes names it in a header. AIMD learns
 * it: additive increase after 4 successes per slot, multiplicative decrease on 429. Uses the whole
 * account, `concurrency` calls at once, until `setShare`. Episodes take turns (round robin): one
 * with a hundred lines does not hold up one that has a single line.
 */
export function openLimiter(concurrency: number) {
  // A map keeps the order of insertion: an episode that had its turn goes to the end.
  const waiting = new Map<string, { number: number; start(): void }[]>();
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
    for (const [episode, [first, ...others]] of waiting) {
      if (!first || inFlight >= limit()) return;
      waiting.delete(episode);
      if (others.length) waiting.set(episode, others);
      count(episode, 1);
      first.start();
    }
  };

  const turn = async ({ episode, number }: Ticket, signal: AbortSignal) => {
    signal.throwIfAborted();
    const { promise, resolve: start, reject } = Promise.withResolvers<void>();
    const leave = () => {
      const left = waiting.get(episode)?.filter((other) => other.number !== number) ?? [];
      if (left.length) waiting.set(episode, left);
      else waiting.delete(episode);
      reject(signal.reason);
    };
    const line = [...(waiting.get(episode) ?? []), { number, start }];
    waiting.set(
      episode,
      line.sort((one, other) => one.number - other.number),
    );
    signal.addEventListener('abort', leave, { once: true });
    admit();
    await promise.finally(() => signal.removeEventListener('abort', leave));
  };

  const lower = (to: number) => {
    generation += 1;
    learnt = Math.max(1, to);
    successStreak = 0;
  };

  const increase = () => {
    successStreak += 1;
    if (learnt >= ceiling || successStreak < limit() * SUCCESSES_PER_SLOT) return;
    learnt += 1;
    successStreak = 0;
  };

  return {
    /** Calls that this process may make at once right now; at least 1. */
    get limit() {
      return limit();
    },
    /** The account's limit, as this process has learnt it. */
    get learnt() {
      return learnt;
    },
    get inFlight() {
      return inFlight;
    },
    /** Episodes with a call waiting or in flight. */
    get episodes() {
      return new Set([...waiting.keys(), ...running.keys()]).size;
    },
    /** Returns a ticket behind all others of this episode. */
    queue: (episode: string): Ticket => ({ episode, number: nextNumber++ }),
    /** Rejects with the signal's reason when it aborts before a slot is free. */
    async run<T>(
      ticket: Ticket,
      signal: AbortSignal,
      call: (feedback: Feedback) => Promise<T>,
    ): Promise<T> {
      await turn(ticket, signal);
      const begun = generation;
      const tooMany = () => {
        if (begun === generation) lower(Math.floor(learnt / 2));
      };
      try {
        const result = await call({ tooMany });
        increase();
        return result;
      } finally {
        count(ticket.episode, -1);
        admit();
      }
    },
    /** Takes the limit that the provider names; never raises ours above `concurrency`. */
    learn(maximum: number) {
      ceiling = Math.max(1, Math.min(concurrency, maximum));
      if (ceiling < learnt) lower(ceiling);
      admit();
    },
    setShare(given: Share) {
      share = given;
      admit();
    },
  };
}
