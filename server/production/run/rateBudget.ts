import type { Allowance, Allowances } from '../../writing/model/rateLimits.ts';

/** A limit as last reported, and how long ago, ms. */
export interface Known extends Allowance {
  kind: keyof Allowances;
  age: number;
}

/** A call that waits, or was made and is not answered yet. */
export interface OpenCall {
  id: string;
  tokens: number;
  isMade: boolean;
}

const MINUTE = 60_000;
/**
 * The first call of a queue never waits longer than this, ms. If a daily limit is used up, the provider
 * refuses the call, and that pauses sales.
 */
const LONGEST_WAIT = 10 * MINUTE;

/** How much of a limit refills per millisecond. */
function rateOf({ limit, remaining, fullIn }: Allowance): number {
  return remaining < limit && fullIn > 0 ? (limit - remaining) / fullIn : limit / MINUTE;
}

/** How much remains now if nothing was requested since. */
export function remainingNow(known: Known): number {
  return Math.min(known.limit, known.remaining + rateOf(known) * known.age);
}

/**
 * Whether an answer updates the known limit. An answer to an earlier call than the last one may be
 * outdated: it counts only where it leaves less, or names another limit.
 */
export function isNews(reported: Allowance, known: Known | undefined, isLater: boolean): boolean {
  if (!known || isLater || reported.limit !== known.limit) return true;
  return reported.remaining < remainingNow(known);
}

/**
 * How long this call waits until the limit allows it and those before it, ms; 0 when it may be made now.
 * A call above the whole limit counts as the whole limit: it is made once nothing else is open.
 */
export function waitFor(id: string, calls: OpenCall[], limits: Known[]): number {
  const position = calls.findIndex((call) => call.id === id);
  const mine = calls.filter((call, index) => call.isMade || index <= position);
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
