import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { podcastLines, podcasts } from '../../base/db/tables.ts';
import { aPodcast } from '../../testing/builders.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { tidy } from './retention.ts';

let postgres: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  postgres = await testDatabase();
});
afterAll(() => postgres.close());

async function episode(status: 'processing' | 'completed', days: number, keys: string[]) {
  const { id } = await aPodcast(postgres.db);
  await postgres.db
    .update(podcasts)
    .set({ status, completedAt: sql`now() - make_interval(days => ${days})` })
    .where(eq(podcasts.id, id));
  await postgres.db.insert(podcastLines).values(
    keys.map((clipKey, position) => ({
      podcastId: id,
      position,
      section: 0,
      speaker: 'A' as const,
      text: 'Hello.',
      clipKey,
    })),
  );
}

it('a clip is removed once, a week after the last episode that uses it', async () => {
  await episode('completed', 8, [
    'old',
    'shared with a young one',
    'shared with one in the making',
  ]);
  await episode('completed', 6, ['young', 'shared with a young one']);
  await episode('processing', 30, ['shared with one in the making']);
  const removed: string[] = [];
  const storage = { remove: async (keys: string[]) => void removed.push(...keys) };
  const { signal } = new AbortController();
  expect(await tidy({ db: postgres.db, storage }, 'clips', signal)).toBe(1);
  expect(await tidy({ db: postgres.db, storage }, 'clips', signal)).toBe(0);
  expect(removed).toEqual(['old']);
});

it('the clip cleanup removes all old clips, and stops after a batch when it is aborted', async () => {
  const keys = Array.from({ length: 3_000 }, (_, at) => `many ${at}`);
  await episode('completed', 8, keys);
  const stopping = new AbortController();
  const removed: string[] = [];
  const storage = {
    async remove(batch: string[]) {
      removed.push(...batch);
      if (removed.length < keys.length) stopping.abort();
    },
  };
  const first = await tidy({ db: postgres.db, storage }, 'clips', stopping.signal);
  expect(first).toBe(removed.length);
  expect(first).toBeLessThan(keys.length);
  const rest = await tidy({ db: postgres.db, storage }, 'clips', new AbortController().signal);
  expect(first + rest).toBe(keys.length);
  expect(removed.toSorted()).toEqual(keys.toSorted());
});
