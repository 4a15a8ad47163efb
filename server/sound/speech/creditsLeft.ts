import type { Credits } from './speech.ts';

/** Credits are low below this share of a period's. */
const LOW = 0.2;

export const leftOf = ({ limit, used }: Credits) => Math.max(0, limit - used);

/** Whether speech will soon stop: never for an account that continues, paid by use. */
export function areLow(credits: Credits): boolean {
  const left = leftOf(credits);
  return !credits.byUse && (left === 0 || left <= credits.limit * LOW);
}
