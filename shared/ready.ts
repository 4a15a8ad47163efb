import type { Duration } from './price.ts';

/**
 * How many minutes after payment an episode is typically ready: 8 to 12 for most, 20 for the
 * longest (spec section 9).
 */
export const READY_IN: Record<Duration, number> = { 10: 8, 15: 12, 20: 16, 25: 20 };
