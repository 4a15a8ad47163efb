import type { Allowance, Allowances } from '../../writing/model/rateLimits.ts';

/** A limit as it was reported `age` ms ago. */
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
/** A first call that would wait longer is made, ms: the refusal over a daily limit pauses sales. */
const LONGEST_WAIT = 10 * MINUTE;

function rateOf({ limit, remaining, fullIn }: Allowance): number {
  return remaining < limit && fullIn > 0 ? (limit - remaining) / fullIn : limit / MINUTE;
}

export function remainingNow(known: Known): number {
  return Math.min(known.limit, known.remaining + rateOf(known) * known.age);
}

/** The answer to an earlier call counts only if it leaves less or names another limit. */
export function isNews(reported: Allowance, known: Known | undefined, isLater: boolean): boolean {
  if (!known || isLater || reported.limit !== known.limit) return true;
  return reported.remaining < remainingNow(known);
}

/** Milliseconds, or 0. A call above a whole limit is made once nothing else is open. */
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
