import type { Allowance, Allowances } from '../script/throttle.ts';

/** A limit as it was told, and how long ago, ms. */
export interface Known extends Allowance {
  kind: keyof Allowances;
  age: number;
}

/** A call that waits, or was made and has not been answered yet. */
export interface OpenCall {
  id: string;
  tokens: number;
  isMade: boolean;
}

const MINUTE = 60_000;
/**
 * No limit keeps the first of a queue longer than this, ms. One of a day that is used up is the
 * provider's to refuse: that is seen, and pauses sales.
 */
const LONGEST_WAIT = 10 * MINUTE;

/** How much of a limit comes back in a millisecond. */
function rateOf({ limit, remaining, fullIn }: Allowance): number {
  return remaining < limit && fullIn > 0 ? (limit - remaining) / fullIn : limit / MINUTE;
}

/** How much of it remains now, when nothing was asked for since. */
export function remainingNow(known: Known): number {
  return Math.min(known.limit, known.remaining + rateOf(known) * known.age);
}

/**
 * Whether an answer knows better than what is known. Who was asked before the last answer came may
 * know less than that: its word counts only where it leaves less, or another limit.
 */
export function isNews(reported: Allowance, known: Known | undefined, isLater: boolean): boolean {
  if (!known || isLater || reported.limit !== known.limit) return true;
  return reported.remaining < remainingNow(known);
}

/**
 * How long this call waits until there is room for it and for those before it, ms; 0 when it may be
 * made now. A call above the whole limit counts as the whole: it is made once nothing else is open.
 */
export function waitFor(id: string, calls: OpenCall[], limits: Known[]): number {
  const place = calls.findIndex((call) => call.id === id);
  const mine = calls.filter((call, index) => call.isMade || index <= place);
  const isFirst = mine.every((call) => call.isMade || call.id === id);
  const waits = limits.map((known) => {
    const cost = ({ tokens }: OpenCall) =>
      known.kind === 'requests' ? 1 : Math.min(tokens, known.limit);
    const needed = mine.reduce((sum, call) => sum + cost(call), 0);
    return Math.max(0, needed - remainingNow(known)) / rateOf(known);
  });
  const wait = Math.max(0, ...waits);
  return isFirst && wait > LONGEST_WAIT ? 0 : wait;
}
