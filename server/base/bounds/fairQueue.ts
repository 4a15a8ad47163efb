import { Problem } from '#shared/problem.ts';

/** A caller's networks, widest first, then the account. Paid work has no share: it goes first. */
export type Share = readonly string[];
export const PAID: Share = [];

export interface QueueOptions {
  atOnce: number;
  /** How many of them are kept for paid work. */
  reserved?: number;
  /** How many one network may have at once. */
  each?: number;
  waiting?: number;
  refusal?: string;
  /** In seconds, by a clock that never goes back. */
  now?: () => number;
}

type Turn = { share: Share; lane: string; since: number } & PromiseWithResolvers<void>;

/** Seconds after which half of a caller's use is forgotten. */
const HALF_LIFE = 60;
/** The `retryAfter` of a refusal, s. */
const COME_AGAIN = 2;

/**
 * Next is the caller that used the fewest seconds lately, by network first and by account within
 * one. When too many wait, the last of the account that waits most often is refused, in the network
 * that does. Each lane has its own turns; use counts across all lanes.
 */
export function openQueue(options: QueueOptions) {
  const { atOnce, reserved = 0, each = atOnce, refusal = '' } = options;
  const { waiting: room = Number.POSITIVE_INFINITY, now = () => performance.now() / 1000 } =
    options;
  const running = new Set<Turn>();
  const waiting = new Set<Turn>();
  const used = new Map<string, { seconds: number; at: number }>();

  function spent(key = ''): number {
    const { seconds, at } = used.get(key) ?? { seconds: 0, at: 0 };
    return seconds * 0.5 ** ((now() - at) / HALF_LIFE);
  }
  function charge({ share, since }: Turn): void {
    for (const key of share) used.set(key, { seconds: spent(key) + now() - since, at: now() });
    for (const key of used.keys()) if (spent(key) < 0.001) used.delete(key);
  }

  function mayBegin({ share, lane }: Turn): boolean {
    const here = [...running].filter((turn) => turn.lane === lane);
    if (share === PAID || here.length >= atOnce) return here.length < atOnce;
    const unpaid = here.filter((turn) => turn.share !== PAID);
    const theirs = unpaid.filter((turn) => turn.share[0] === share[0]);
    return unpaid.length < atOnce - reserved && theirs.length < each;
  }
  function isBefore({ share: one }: Turn, { share: other }: Turn): boolean {
    if (one === PAID || other === PAID) return other !== PAID;
    const level = one.findIndex((key, at) => spent(key) !== spent(other[at]));
    return spent(one[level]) < spent(other[level]);
  }
  function beginNext(lane: string): void {
    const ready = [...waiting].filter((turn) => turn.lane === lane && mayBegin(turn));
    const next = ready.reduce(
      (best, turn) => (isBefore(turn, best) ? turn : best),
      ready[0] as Turn,
    );
    if (!next) return;
    waiting.delete(next);
    running.add(next);
    next.since = now();
    next.resolve();
    beginNext(lane);
  }

  function refuseOne(): void {
    let crowd = [...waiting].filter(({ share }) => share !== PAID);
    for (let level = 0; crowd.some(({ share }) => share[level]); level++) {
      const groups = Map.groupBy(crowd, ({ share }) => share[level]);
      crowd = [...groups.values()].reduce((a, b) => (b.length > a.length ? b : a));
    }
    const last = crowd.at(-1);
    if (!last) return;
    waiting.delete(last);
    last.reject(Object.assign(new Problem('too_many', refusal), { retryAfter: COME_AGAIN }));
  }

  /** Resolves with a function that ends the turn. Throws the signal's reason, or `too_many`. */
  async function take(share: Share, signal?: AbortSignal, lane = ''): Promise<() => void> {
    signal?.throwIfAborted();
    const turn: Turn = { share, lane, since: 0, ...Promise.withResolvers<void>() };
    const leave = () => waiting.delete(turn) && turn.reject(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    waiting.add(turn);
    beginNext(lane);
    if (waiting.size > room) refuseOne();
    await turn.promise.finally(() => signal?.removeEventListener('abort', leave));
    return () => {
      if (!running.delete(turn)) return;
      charge(turn);
      beginNext(lane);
    };
  }

  return {
    take,
    /** Throws as `take` does. */
    async run<T>(share: Share, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      const end = await take(share, signal);
      return work().finally(end);
    },
  };
}
