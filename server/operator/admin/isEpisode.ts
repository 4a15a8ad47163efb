import { sql } from 'drizzle-orm';
import { podcasts, previews } from '../../base/db/tables.ts';

/** True of all rows but those of previews, however these ended. */
export const isEpisode = sql`not exists (
  select from ${previews} where ${previews.podcastId} = ${podcasts.id})`;
