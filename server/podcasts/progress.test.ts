import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { podcastLines, podcasts } from '../db/tables.ts';
import { adoptPreview } from '../previews/adopt.ts';
import { aPodcast, aPreview, writePreview } from '../testing/builders.ts';
import { testDatabase } from '../testing/postgres.ts';
import { progressOf } from './progress.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** A busy machine takes seconds between two statements. */
const about = (seconds: number) =>
  expect.toSatisfy((left: number) => Math.abs(left - seconds) < 15);

/** An episode of ten minutes in production, begun as many seconds ago. */
async function inProduction(begun: number, more: Partial<typeof podcasts.$inferInsert> = {}) {
  const { id } = await aPodcast(database.db);
  const [row] = await database.db
    .update(podcasts)
    .set({ startedAt: sql`now() - make_interval(secs => ${begun})`, ...more })
    .where(eq(podcasts.id, id))
    .returning();
  if (!row) throw new Error('there is no such row');
  return row;
}

it('the first order has an estimate, too, and later ones have that of the episodes before', async () => {
  const { db } = database;
  const leftOf = async (begun: number) =>
    (await progressOf(db, await inProduction(begun))).etaSeconds;
  expect(await leftOf(0)).toEqual(about(80));
  expect(await leftOf(30)).toEqual(about(50));

  await inProduction(200, { status: 'completed', completedAt: new Date() });
  expect(await leftOf(30)).toEqual(about(170));
  await inProduction(100, { status: 'completed', completedAt: new Date() });
  expect(await leftOf(30)).toEqual(about(120));
});

it('a slow episode is promised no sooner than its own pace, or the rest at the usual pace', async () => {
  const { db } = database;
  await db.update(podcasts).set({ status: 'failed' }).where(eq(podcasts.status, 'completed'));
  const leftOf = async (begun: number, minutesSpoken: number) => {
    const millisecondsSpoken = minutesSpoken * 60_000;
    return (await progressOf(db, await inProduction(begun, { millisecondsSpoken }))).etaSeconds;
  };
  // At the usual pace, 80 s for its ten minutes.
  expect(await leftOf(40, 3)).toEqual(about(40));
  expect(await leftOf(200, 0)).toEqual(about(80));
  expect(await leftOf(200, 5)).toEqual(about(200));
  expect(await leftOf(600, 7.5)).toEqual(about(200));
  expect(await leftOf(300, 10)).toBe(1);
});

it('an episode that nobody has begun has no estimate', async () => {
  const { db } = database;
  const { etaSeconds } = await progressOf(db, await inProduction(0, { startedAt: null }));
  expect(etaSeconds).toBeNull();
});

it('a line that was heard as a preview is not one being spoken now', async () => {
  const { db } = database;
  const preview = await aPreview(db);
  await writePreview(db, preview.podcastId, { withSound: true });
  const row = await inProduction(1, { previewId: preview.id });
  await db.transaction((tx) => adoptPreview(tx, row.id));
  const position = await db.$count(podcastLines, eq(podcastLines.podcastId, row.id));
  expect(position).toBe(3);
  expect((await progressOf(db, row)).lastLine).toBeNull();

  const line = { speaker: 'B' as const, text: 'And then it turns.' };
  const next = { podcastId: row.id, position, section: 0, state: 'spoken' as const, ...line };
  await db.insert(podcastLines).values(next);
  expect((await progressOf(db, row)).lastLine).toEqual(line);
});
