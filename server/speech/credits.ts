import type { Credits } from './speech.ts';

/** A smaller share of a period's credits is little. */
const LITTLE = 0.2;

export const leftOf = ({ limit, used }: Credits) => Math.max(0, limit - used);

/** Whether the account will soon speak no more: never where speech goes on, paid by use. */
export function areLow(credits: Credits): boolean {
  const left = leftOf(credits);
  return !credits.byUse && (left === 0 || left <= credits.limit * LITTLE);
}
