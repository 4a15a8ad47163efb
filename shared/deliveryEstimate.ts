import type { Duration } from './pricing.ts';

/** Typical minutes from payment to a finished episode. */
const READY_AFTER: Record<Duration, number> = { 10: 8, 15: 12, 20: 16, 25: 20 };

export function readyAround(duration: Duration, now: Date): string {
  return timeOfDay(new Date(now.getTime() + READY_AFTER[duration] * 60_000));
}

/** `12:41 am`, without Intl: a phone takes longer to load its formats than to render the form. */
export function timeOfDay(moment: Date): string {
  const hours = moment.getHours();
  const minutes = String(moment.getMinutes()).padStart(2, '0');
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'am' : 'pm'}`;
}
