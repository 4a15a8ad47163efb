import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { podcasts, previews } from '../../base/db/tables.ts';
import { aPlan, aPodcast, aPreview, writePreview } from '../../testing/builders.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { openEpisodeLog } from '../log/episodeLog.ts';
import { LeaseLost } from '../log/lease.ts';
import { openPreviewLog } from './previewLog.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

async function begun(more: Parameters<typeof aPreview>[1] = {}) {
  const { db } = database;
  const preview = await aPreview(db, more);
  const work = await openEpisodeLog(db).acquire(preview.podcastId);
  if (!work) throw new Error('the preview was not acquired');
  const row = async () => {
    const [found] = await db.select().from(podcasts).where(eq(podcasts.id, preview.podcastId));
    return found;
  };
  return { ...preview, work, row, previewLog: openPreviewLog(db) };
}

describe('what is wanted of a preview', () => {
  it('is text and chapters at first, then nothing, then sound when it is asked for', async () => {
    const { podcastId, id, previewLog } = await begun({ lengths: [10, 25] });
    expect(await previewLog.pendingWork(podcastId)).toEqual({
      lengths: [10, 25],
      isTextDone: false,
      wantsSound: false,
    });
    await previewLog.keepPlan(podcastId, 25, aPlan);
    await previewLog.keepPlan(podcastId, 10, aPlan);
    await writePreview(database.db, podcastId);
    const nothing = { lengths: [], isTextDone: true, wantsSound: false };
    expect(await previewLog.pendingWork(podcastId)).toEqual(nothing);
    const asked = { soundAskedAt: new Date() };
    await database.db.update(previews).set(asked).where(eq(previews.id, id));
    expect(await previewLog.pendingWork(podcastId)).toEqual({ ...nothing, wantsSound: true });
    await previewLog.keepSound(podcastId, 31.5);
    expect(await previewLog.pendingWork(podcastId)).toEqual(nothing);
    const [row] = await database.db.select().from(previews).where(eq(previews.id, id));
    expect(row).toMatchObject({ seconds: 31.5, plans: { 10: aPlan, 25: aPlan } });
  });

  it('is unknown of an episode', async () => {
    const { id } = await aPodcast(database.db);
    expect(await openPreviewLog(database.db).pendingWork(id)).toBeNull();
  });
});

describe('a preview comes to rest', () => {
  it('when nothing is wanted any more, and not before', async () => {
    const { podcastId, work, row, previewLog } = await begun();
    expect(await previewLog.rest(work)).toBe(false);
    await previewLog.keepPlan(podcastId, 10, aPlan);
    expect(await previewLog.rest(work)).toBe(false);
    expect(await row()).toMatchObject({ stage: 'writing' });
    await database.db.update(podcasts).set({ summary: '' }).where(eq(podcasts.id, podcastId));
    expect(await previewLog.rest(work)).toBe(true);
    expect(await row()).toMatchObject({ stage: 'queued', status: 'preview' });
  });

  it('not while somebody is about to wish for more', async () => {
    const { podcastId, work, row, previewLog } = await begun({ plans: { 10: aPlan } });
    await database.db.update(podcasts).set({ summary: '' }).where(eq(podcasts.id, podcastId));
    const [asked, resting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const requesting = database.db.transaction(async (tx) => {
      await tx
        .update(previews)
        .set({ soundAskedAt: new Date() })
        .where(eq(previews.podcastId, podcastId));
      asked.resolve();
      await resting.promise;
    });
    await asked.promise;
    const rested = previewLog.rest(work);
    resting.resolve();
    await requesting;
    expect(await rested).toBe(false);
    expect(await row()).toMatchObject({ stage: 'writing' });
  });

  it('for nobody who has lost the lease', async () => {
    const { podcastId, work, previewLog } = await begun({ plans: { 10: aPlan } });
    await database.db.update(podcasts).set({ summary: '' }).where(eq(podcasts.id, podcastId));
    await openEpisodeLog(database.db).acquire(podcastId);
    await expect(previewLog.rest(work)).rejects.toThrow(LeaseLost);
    await expect(previewLog.fail(work, 'No.')).rejects.toThrow(LeaseLost);
    expect(await previewLog.pendingWork(podcastId)).toMatchObject({ wantsSound: false });
  });
});

it('a preview that failed says why, rests, and leaves its place to another', async () => {
  const { id, contentHash, podcastId, work, row, previewLog } = await begun();
  await previewLog.fail(work, 'Our hosts couldn’t talk about this topic.');
  expect(await row()).toMatchObject({
    status: 'preview',
    stage: 'queued',
    failure: 'Our hosts couldn’t talk about this topic.',
  });
  const [left] = await database.db.select().from(previews).where(eq(previews.id, id));
  expect(left).toMatchObject({ contentHash: null, podcastId });
  const again = await aPreview(database.db, { contentHash });
  expect(again.contentHash).toBe(contentHash);
});
