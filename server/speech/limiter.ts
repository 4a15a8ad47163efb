/** A place in the queue: who asked first goes first, also when its call has to be made again. */
export type Place = number;

/**
 * Keeps the calls of this process inside what the account allows. ElevenLabs limits calls in
 * flight per account, says so with a 429, and sometimes names its limit in a header.
 */
export interface Limiter {
  /** Calls allowed at once right now; between 1 and the ceiling. */
  readonly limit: number;
  /** Calls under way. */
  readonly inFlight: number;
  /** Takes a place at the end of the queue. */
  queue(): Place;
  /**
   * Runs `call` when there is room, lowest place first. Rejects with the signal's reason when it
   * aborts while waiting; what `call` throws passes through.
   */
  run<T>(place: Place, signal: AbortSignal, call: (ticket: Ticket) => Promise<T>): Promise<T>;
  /** The account's own limit, when the provider names it; never lifts ours. */
  learn(maximum: number): void;
}

/** What a call under way tells the limiter. */
export interface Ticket {
  /** The provider said it was too many. */
  tooMany(): void;
}

/** Calls that must go well, per call allowed, before one more is tried. */
const calmBeforeMore = 4;

export function openLimiter(concurrency: number): Limiter {
  const waiting: { place: Place; start(): void }[] = [];
  let ceiling = concurrency;
  let limit = concurrency;
  let inFlight = 0;
  let nextPlace = 0;
  let calm = 0;
  /** Rises with each cut: calls begun before it complain about a limit already lowered. */
  let generation = 0;

  const admit = () => {
    while (inFlight < limit) {
      const next = waiting.shift();
      if (!next) return;
      inFlight += 1;
      next.start();
    }
  };

  const turn = (place: Place, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signal.throwIfAborted();
      const abandon = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal.reason);
      };
      const entry = {
        place,
        start() {
          signal.removeEventListener('abort', abandon);
          resolve();
        },
      };
      const behind = waiting.findIndex((other) => other.place > place);
      waiting.splice(behind < 0 ? waiting.length : behind, 0, entry);
      signal.addEventListener('abort', abandon, { once: true });
      admit();
    });

  const halve = (begun: number) => {
    if (begun !== generation) return;
    generation += 1;
    limit = Math.max(1, Math.floor(limit / 2));
    calm = 0;
  };

  const creep = () => {
    calm += 1;
    if (limit >= ceiling || calm < limit * calmBeforeMore) return;
    limit += 1;
    calm = 0;
  };

  return {
    get limit() {
      return limit;
    },
    get inFlight() {
      return inFlight;
    },
    queue: () => nextPlace++,
    async run(place, signal, call) {
      await turn(place, signal);
      const begun = generation;
      try {
        const result = await call({ tooMany: () => halve(begun) });
        creep();
        return result;
      } finally {
        inFlight -= 1;
        admit();
      }
    },
    learn(maximum) {
      ceiling = Math.max(1, Math.min(concurrency, maximum));
      limit = Math.min(limit, ceiling);
      admit();
    },
  };
}
