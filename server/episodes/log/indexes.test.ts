import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { missedItsLength } from '../../base/db/debts.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { podcastLines, podcasts } from '../../base/db/tables.ts';
import { testDatabase } from '../../testing/postgres.ts';

/* A partial index is used only for a query whose condition implies that of the index. */

let postgres: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  postgres = await testDatabase();
  await postgres.db.execute(sql`
    insert into podcasts (public_id, share_token, title, topic, tone, style, duration, voice1_id,
      voice1_name, voice2_id, voice2_name, email, status, quality, is_sample)
    select 'p' || n, 's' || n, '', '', '', '', 10, '', '', '', '', '', 'completed',
      jsonb_build_object('lengthError', case when n % 1000 = 0 then -0.2 else 0.01 end), n % 1000 = 1
    from generate_series(1, 4000) as n`);
  await postgres.db.execute(sql`
    insert into podcast_lines (podcast_id, position, section, speaker, text, clip_key)
    select id, position, 0, 'A', 'Hello.', case when id % 100 = 0 then 'clips/' || position end
    from podcasts, generate_series(0, 4) as position`);
  await postgres.db.execute(sql`analyze podcasts, podcast_lines`);
});
afterAll(() => postgres.close());

const samples = and(eq(podcasts.isSample, true), eq(podcasts.status, 'completed'));

it.each<[string, string, (db: Db) => { getSQL(): SQL }]>([
  [
    'podcasts_missed',
    'the episodes that missed their length',
    (db) => db.select({ id: podcasts.id }).from(podcasts).where(missedItsLength),
  ],
  [
    'podcasts_samples',
    'the newest demos',
    (db) => db.select().from(podcasts).where(samples).orderBy(desc(podcasts.id)).limit(12),
  ],
  [
    'podcast_lines_clip',
    'the lines that name a clip',
    (db) =>
      db
        .select()
        .from(podcastLines)
        .where(inArray(podcastLines.clipKey, ['clips/1', 'clips/2'])),
  ],
])('the index %s is used to find %s', async (name, _what, query) => {
  const { rows } = await postgres.db.execute(sql`explain ${query(postgres.db)}`);
  expect(JSON.stringify(rows)).toContain(`${name} `);
});
