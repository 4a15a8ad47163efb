import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expenses, podcastLines, podcastParts, podcasts } from '../../base/db/tables.ts';
import { aPodcast, aPreview, writePreview } from '../../testing/builders.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { adoptPreview } from '../previews/adopt.ts';
import { progressOf, secondsLeft } from './progress.ts';

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

it('an episode that has a pace of its own follows it, and until then the usual one', async () => {
  const { db } = database;
  await db.update(podcasts).set({ status: 'failed' }).where(eq(podcasts.status, 'completed'));
  const leftOf = async (begun: number, minutesSpoken: number, minutesMixed = minutesSpoken) => {
    const millisecondsSpoken = minutesSpoken * 60_000;
    const row = await inProduction(begun, { millisecondsSpoken });
    const part = { podcastId: row.id, number: 1, audioKey: 'part-1.mp3', startMilliseconds: 0 };
    await db.insert(podcastParts).values({ ...part, milliseconds: minutesMixed * 60_000 });
    // Its first line came 20 s after it was begun.
    const at = sql`${row.startedAt}::timestamptz + interval '20 s'`;
    const bought = { podcastId: row.id, provider: 'ElevenLabs', microdollars: 0, at };
    await db.insert(expenses).values([
      { ...bought, outputTokens: 9, at: sql`${row.startedAt}::timestamptz` },
      { ...bought, characters: 9 },
    ]);
    return (await progressOf(db, row)).etaSeconds;
  };
  // At the usual pace, 80 s for its ten minutes.
  expect(await leftOf(40, 1)).toEqual(about(40));
  expect(await leftOf(400, 0)).toEqual(about(80));
  // At its own, with ten seconds after the last line.
  expect(await leftOf(320, 5)).toEqual(about(310));
  expect(await leftOf(320, 10, 5)).toEqual(about(110));
  expect(await leftOf(320, 10)).toEqual(about(10));
  // An hour once is not what is usual.
  for (const usual of [600, 620, 3600])
    await inProduction(usual, { status: 'completed', completedAt: new Date() });
  expect(await leftOf(20, 1)).toEqual(about(600));
  expect(await leftOf(30, 5)).toEqual(about(20));
});

it('in its second half no episode is promised two fifths of the time it still takes, or twice as much', () => {
  const seconds = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const episode = fc.record({
    usual: seconds(20, 2000),
    planning: seconds(2, 120),
    voices: seconds(10, 1000),
    // What the mix takes longer than the voices, and the share of the voices' time that a provider is away.
    behind: seconds(1, 1.3),
    stall: seconds(0, 0.5),
    stallAt: seconds(0, 1),
    finishing: seconds(5, 25),
    at: seconds(0, 1),
  });
  fc.assert(
    fc.property(episode, ({ usual, planning, voices, behind, stall, stallAt, finishing, at }) => {
      const away = stall * voices;
      const begun = stallAt * voices;
      const speaking = at * (voices * behind + away);
      const worked = speaking < begun ? speaking : Math.max(begun, speaking - away);
      const [spoken, mixed] = [worked / voices, worked / (voices * behind)];
      fc.pre(spoken + mixed >= 1);
      const taken = planning + speaking;
      const estimate = secondsLeft({ usual, taken, speaking, spoken, mixed, finishing });
      // If nothing goes wrong from now on.
      const left = voices * behind - worked + finishing;
      expect(estimate / left).toBeGreaterThan(0.4);
      expect(estimate / left).toBeLessThan(2);
    }),
  );
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
