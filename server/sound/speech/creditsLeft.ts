import type { Credits } from './speech.ts';

/** Share of a period's credits. */
const LOW = 0.2;

export const leftOf = ({ limit, used }: Credits) => Math.max(0, limit - used);

/** Never true for an account that continues, paid by use. */
export function areLow(credits: Credits): boolean {
  const left = leftOf(credits);
  return !credits.byUse && (left === 0 || left <= credits.limit * LOW);
}
