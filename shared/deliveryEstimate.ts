import type { Duration } from './pricing.ts';

/**
 * How many minutes after payment an episode is typically ready: 8 to 12 for most, 20 for the
 * longest (spec section 9).
 */
const READY_IN: Record<Duration, number> = { 10: 8, 15: 12, 20: 16, 25: 20 };

/** The time of day an episode ordered at `now` is ready, as `12:41 am`. */
export function readyAround(duration: Duration, now: Date): string {
  return timeOfDay(new Date(now.getTime() + READY_IN[duration] * 60_000));
}

/**
 * A moment as `12:41 am` by the clock of whoever reads it. Written out by hand: a phone takes longer
 * to load the formats of a language than to draw the form that shows this time.
 */
export function timeOfDay(moment: Date): string {
  const hours = moment.getHours();
  const minutes = String(moment.getMinutes()).padStart(2, '0');
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'am' : 'pm'}`;
}
