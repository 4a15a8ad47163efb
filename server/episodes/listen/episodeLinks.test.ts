import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { podcasts, users } from '../../base/db/tables.ts';
import { databaseBefore } from '../../testing/postgres.ts';
import { findListening } from './podcasts.ts';

let database: Awaited<ReturnType<typeof databaseBefore>>;
beforeAll(async () => {
  database = await databaseBefore('links');
});
afterAll(() => database.close());

it('episodes from before emails had a token keep their share links and get a new token each', async () => {
  const { db, pool } = database;
  await pool.query(`
    insert into users (id, email, username, feed_token, updated_at)
    values (1, 'mira@example.com', 'mira', 'feed', to_timestamp(0))`);
  await pool.query(`
    insert into podcasts (public_id, share_token, user_id, title, topic, tone, style, duration, voice1_id,
      voice1_name, voice2_id, voice2_name, email, status, stage)
    select 'p' || number, 's' || number, 1, 'Why tides turn', '', '', '', 10, '', '', '', '', '', status, 'telling'
    from (values (1, 'completed'), (2, 'completed'), (3, 'processing')) as of(number, status)`);
  await database.migrate();

  const after = await db.select().from(podcasts).orderBy(asc(podcasts.id));
  expect(after.map(({ shareToken }) => shareToken)).toEqual(['s1', 's2', 's3']);
  const tokens = after.map(({ emailToken }) => emailToken);
  expect(new Set(tokens).size).toBe(3);
  // Two UUIDs of 122 random bits.
  for (const token of tokens) expect(token).toMatch(/^[\da-f]{64}$/);
  // Earlier emails carry the share token.
  const page = await findListening({ db }, null, 's1');
  expect(page).toMatchObject({ title: 'Why tides turn', status: 'completed' });
  // Apps that send If-Modified-Since must read the feed's new addresses.
  const [account] = await db.select().from(users).where(eq(users.id, 1));
  expect(account?.updatedAt.getTime()).toBeGreaterThan(0);
});
