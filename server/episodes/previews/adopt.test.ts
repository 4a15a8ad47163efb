import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  podcastFacts,
  podcastLines,
  podcastParts,
  podcastSources,
  podcasts,
} from '../../base/db/tables.ts';
import { aPlan, aPodcast, aPreview, aSource, writePreview } from '../../testing/builders.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { adoptPreview } from './adopt.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const linesOf = (podcastId: number) =>
  database.db
    .select()
    .from(podcastLines)
    .where(eq(podcastLines.podcastId, podcastId))
    .orderBy(asc(podcastLines.position));
const without = <Row extends { podcastId: number }>(rows: Row[]) =>
  rows.map(({ podcastId: _, ...row }) => row);

async function anEpisodeWith(preview: { id: string }) {
  const { id } = await aPodcast(database.db);
  await database.db.update(podcasts).set({ previewId: preview.id }).where(eq(podcasts.id, id));
  return id;
}

async function adopted(id: number) {
  await database.db.transaction((tx) => adoptPreview(tx, id));
  const [row] = await database.db.select().from(podcasts).where(eq(podcasts.id, id));
  return row;
}

describe('an ordered episode', () => {
  it('begins with exactly what was heard: lines, clips, sources, plan and the parts before the last line', async () => {
    const { db } = database;
    const preview = await aPreview(db, { plans: { 10: aPlan, 15: { ...aPlan, title: 'Longer' } } });
    await aSource(db, preview.podcastId, { number: 1 }, [{ number: 1 }, { number: 2 }]);
    await writePreview(db, preview.podcastId, { withSound: true });
    const id = await anEpisodeWith(preview);

    expect(await adopted(id)).toMatchObject({
      title: 'What turns the sea',
      status: 'processing',
      plan: aPlan,
      linesWritten: 3,
      linesSpoken: 3,
      millisecondsSpoken: 6000,
      researchedAt: null,
    });
    expect(without(await linesOf(id))).toEqual(without(await linesOf(preview.podcastId)));
    expect(await db.$count(podcastSources, eq(podcastSources.podcastId, id))).toBe(1);
    expect(await db.$count(podcastFacts, eq(podcastFacts.podcastId, id))).toBe(2);
    const parts = await db.select().from(podcastParts).where(eq(podcastParts.podcastId, id));
    expect(parts).toEqual([
      {
        podcastId: id,
        number: 1,
        startMilliseconds: 0,
        milliseconds: 2250,
        audioKey: `episodes/preview-${preview.podcastId}/part-1.mp3`,
      },
    ]);
  });

  it('adopts it once, and what it has of its own stays', async () => {
    const { db } = database;
    const preview = await aPreview(db);
    await writePreview(db, preview.podcastId);
    const id = await anEpisodeWith(preview);
    expect(await adopted(id)).toMatchObject({ linesWritten: 3, linesSpoken: 0, plan: null });
    await db.update(podcasts).set({ linesWritten: 9 }).where(eq(podcasts.id, id));
    expect(await adopted(id)).toMatchObject({ linesWritten: 9 });
    expect(await linesOf(id)).toHaveLength(3);

    const planned = await anEpisodeWith(preview);
    await db.update(podcasts).set({ plan: aPlan }).where(eq(podcasts.id, planned));
    await adopted(planned);
    expect(await linesOf(planned)).toEqual([]);
  });

  it('is one of several that begin with the same', async () => {
    const preview = await aPreview(database.db);
    await writePreview(database.db, preview.podcastId, { withSound: true });
    const ids = [await anEpisodeWith(preview), await anEpisodeWith(preview)];
    await Promise.all(ids.map(adopted));
    const [one, other] = await Promise.all(ids.map(linesOf));
    expect(one).toHaveLength(3);
    expect(without(one ?? [])).toEqual(without(other ?? []));
  });

  it.each([
    ['is still written', { stage: 'writing' as const, summary: null }],
    ['is being spoken', { stage: 'speaking' as const }],
    ['has failed before it was written', { summary: null, failure: 'No.' }],
    ['was deleted', { status: 'deleted' as const }],
  ])('begins without one that %s', async (_, state) => {
    const { db } = database;
    const preview = await aPreview(db);
    await writePreview(db, preview.podcastId);
    await db.update(podcasts).set(state).where(eq(podcasts.id, preview.podcastId));
    const id = await anEpisodeWith(preview);
    expect(await adopted(id)).toMatchObject({ title: 'tides', linesWritten: 0 });
    expect(await linesOf(id)).toEqual([]);
  });

  it('adopts it as soon as it has come to rest', async () => {
    const { db } = database;
    const preview = await aPreview(db);
    const id = await anEpisodeWith(preview);
    await adopted(id);
    await writePreview(db, preview.podcastId);
    expect(await adopted(id)).toMatchObject({ title: 'What turns the sea', linesWritten: 3 });
  });
});
