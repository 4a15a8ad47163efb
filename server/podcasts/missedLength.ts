import { type SQL, sql } from 'drizzle-orm';
import { LENGTH_TOLERANCE } from '#shared/quality.ts';
import { podcasts } from '../db/tables.ts';

/**
 * True of an episode that was delivered further off its minutes than is paid for (design section 6).
 * The index `podcasts_missed` says word for word the same, the number included.
 */
export const missedItsLength: SQL<boolean> = sql`(${podcasts.status} = 'completed'
  and abs((${podcasts.quality}->>'lengthError')::float) > ${sql`${LENGTH_TOLERANCE}`.inlineParams()})`;
