import { randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import type { PgInsertValue } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  orders,
  podcastFacts,
  podcastLines,
  podcastParts,
  podcasts,
  previews,
  sources,
  users,
} from '../../base/db/tables.ts';
import {
  anAttachedSource,
  aPaidOrder,
  aPlan,
  aPodcast,
  aPreview,
  aSource,
  writePreview,
} from '../../testing/builders.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { draftPodcast } from '../log/draftPodcast.ts';
import { tidy } from '../owner/retention.ts';
import { adoptPreview } from './adopt.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let userId: number;
beforeAll(async () => {
  database = await testDatabase();
  const [user] = await database.db
    .insert(users)
    .values({ email: 'mira@example.com', username: 'mira' })
    .returning();
  userId = user?.id ?? 0;
});
beforeEach(async () => {
  removed.length = 0;
  await database.db.delete(orders);
  await database.db.delete(podcasts);
  await database.db.delete(previews);
});
afterAll(() => database.close());

const removed: string[] = [];
const bucket = { remove: async (keys: string[]) => void removed.push(...keys) };
const { signal } = new AbortController();
const expire = () => tidy({ db: database.db, storage: bucket }, 'previews', signal);

const hoursAgo = (hours: number) => sql`now() - make_interval(hours => ${hours})`;
async function anOld(hours: number, more: Parameters<typeof aPreview>[1] = {}, draft = {}) {
  const preview = await aPreview(database.db, { plans: { 10: aPlan }, ...more }, draft);
  await writePreview(database.db, preview.podcastId, { withSound: true });
  await database.db
    .update(previews)
    .set({ createdAt: hoursAgo(hours) })
    .where(eq(previews.id, preview.id));
  return preview;
}
const anOrder = (previewId: string, more: Partial<PgInsertValue<typeof orders>> = {}) =>
  aPaidOrder(database.db, userId, {
    publicId: randomUUID(),
    paddleTransactionId: null,
    paidAt: null,
    status: 'open',
    previewId,
    ...more,
  });
async function statusOf(podcastId: number) {
  const [row] = await database.db.select().from(podcasts).where(eq(podcasts.id, podcastId));
  return row?.status;
}

describe('a preview that nobody has ordered', () => {
  it('is deleted after 24 hours with its words, its sound and what was read, and not before', async () => {
    const { db } = database;
    const attached = await anAttachedSource(db, { visitorKey: randomUUID() });
    const old = await anOld(25, {}, { sources: [attached.id] });
    await aSource(db, old.podcastId);
    const young = await anOld(23);
    expect(await expire()).toBe(1);

    const [row] = await db.select().from(podcasts).where(eq(podcasts.id, old.podcastId));
    expect(row).toMatchObject({ status: 'deleted', topic: '', title: '', plan: null, sources: [] });
    const [left] = await db.select().from(previews).where(eq(previews.id, old.id));
    expect(left).toMatchObject({ contentHash: null, plans: {}, podcastId: old.podcastId });
    expect(await db.$count(podcastFacts)).toBe(0);
    const lines = eq(podcastLines.podcastId, old.podcastId);
    expect(
      new Set((await db.select().from(podcastLines).where(lines)).map(({ text }) => text)),
    ).toEqual(new Set(['']));
    expect(new Set(removed)).toEqual(
      new Set([
        ...[0, 1, 2].map((line) => `clips/preview-${old.podcastId}-${line}.wav`),
        `episodes/${old.publicId}/cover.jpg`,
        `episodes/${old.publicId}/episode.mp3`,
        `episodes/${old.publicId}/stream.mp3`,
        ...[1, 2].map((part) => `episodes/preview-${old.podcastId}/part-${part}.mp3`),
      ]),
    );
    // What was brought is its owner's, who may order with it still.
    expect(await db.$count(sources, eq(sources.id, attached.id))).toBe(1);
    expect(await statusOf(young.podcastId)).toBe('preview');
  });

  it('is deleted while it is being made, and whoever makes it writes no more', async () => {
    const { podcastId } = await anOld(25);
    await database.db
      .update(podcasts)
      .set({ stage: 'writing', lease: 3 })
      .where(eq(podcasts.id, podcastId));
    expect(await expire()).toBe(1);
    const [row] = await database.db.select().from(podcasts).where(eq(podcasts.id, podcastId));
    expect(row).toMatchObject({ status: 'deleted', lease: 4 });
  });

  it('is found behind any number of others that are kept', async () => {
    for (let n = 0; n < 51; n++) await anOrder((await anOld(30)).id);
    const { podcastId } = await anOld(25);
    expect(await expire()).toBe(1);
    expect(await statusOf(podcastId)).toBe('deleted');
  });
});

describe('an order that names it', () => {
  it.each([
    ['is open', {}],
    ['expired within two days, and may still be paid', { status: 'expired' as const }],
  ])('keeps it while it %s', async (_, more) => {
    const { id, podcastId } = await anOld(25);
    await anOrder(id, { ...more, createdAt: hoursAgo(47) });
    expect(await expire()).toBe(0);
    expect(await statusOf(podcastId)).toBe('preview');
  });

  it.each([
    ['expired long ago', { status: 'expired' as const, createdAt: hoursAgo(49) }],
    ['is of an account that is gone', { email: '' }],
    ['is paid, and has its own copy', { status: 'paid' as const }],
  ])('lets it go when it %s', async (_, more) => {
    const { id, podcastId } = await anOld(25);
    await anOrder(id, more);
    expect(await expire()).toBe(1);
    expect(await statusOf(podcastId)).toBe('deleted');
  });

  it('keeps it after it is paid until its episode could begin with it', async () => {
    const { db } = database;
    const { id, podcastId } = await anOld(25);
    const episode = await aPodcast(db);
    await db.update(podcasts).set({ previewId: id }).where(eq(podcasts.id, episode.id));
    await anOrder(id, { status: 'paid', podcastId: episode.id });
    expect(await expire()).toBe(0);
    await adoptPreview(db, episode.id);
    expect(await expire()).toBe(1);
    expect(await statusOf(podcastId)).toBe('deleted');
  });
});

it('the sound that an ordered episode has taken over stays until that needs it no more', async () => {
  const { db } = database;
  const preview = await anOld(25);
  const files = [0, 1, 2].map((line) => `clips/preview-${preview.podcastId}-${line}.wav`);
  const part = `episodes/preview-${preview.podcastId}/part-1.mp3`;
  const { id } = await draftPodcast(db, {
    topic: 'tides',
    tone: 'Normal',
    style: 'Conversation',
    duration: 10,
    voice1Id: 'a',
    voice1Name: 'Ann',
    voice2Id: 'b',
    voice2Name: 'Bob',
    email: 'x@example.com',
    userId,
    previewId: preview.id,
  });
  await db.transaction((tx) => adoptPreview(tx, id));
  expect(await expire()).toBe(1);
  await tidy({ db, storage: bucket }, 'episodes', signal);
  // Only what it has alone: the part that reaches into the last line.
  expect(removed).toContain(`episodes/preview-${preview.podcastId}/part-2.mp3`);
  for (const file of [...files, part]) expect(removed).not.toContain(file);

  const finished = { status: 'completed' as const, completedAt: hoursAgo(2) };
  await db.update(podcasts).set(finished).where(eq(podcasts.id, id));
  await tidy({ db, storage: bucket }, 'parts', signal);
  expect(removed).toContain(part);
});

it('a finished episode leaves a part to those that still begin with it', async () => {
  const { db } = database;
  const preview = await anOld(1);
  const episodes = [await aPodcast(db), await aPodcast(db)];
  const ids = episodes.map(({ id }) => id);
  await db.update(podcasts).set({ previewId: preview.id }).where(inArray(podcasts.id, ids));
  for (const id of ids) await db.transaction((tx) => adoptPreview(tx, id));
  await db
    .update(podcasts)
    .set({ status: 'completed', completedAt: hoursAgo(2) })
    .where(inArray(podcasts.id, ids));
  expect(await tidy({ db, storage: bucket }, 'parts', signal)).toBe(2);
  expect(removed).toEqual([]);
  expect(await db.$count(podcastParts, inArray(podcastParts.podcastId, ids))).toBe(0);
  expect(await db.$count(podcastParts, eq(podcastParts.podcastId, preview.podcastId))).toBe(2);
});
