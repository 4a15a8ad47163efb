import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  emails,
  listeningPositions,
  orders,
  podcastFacts,
  podcastLines,
  podcastParts,
  podcastSources,
  podcasts,
  sources,
  users,
} from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import {
  aFinishedPodcast,
  anAttachedSource,
  aPaidOrder,
  aPreview,
  writePreview,
} from '../../testing/builders.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { removeEpisode } from './removeEpisode.ts';
import { tidy } from './retention.ts';

let postgres: Awaited<ReturnType<typeof testDatabase>>;
let owner: User;
const db = () => postgres.db;
beforeAll(async () => {
  postgres = await testDatabase();
  const [made] = await db()
    .insert(users)
    .values({ email: 'mira@example.com', username: 'mira' })
    .returning();
  owner = made as User;
});
beforeEach(async () => {
  await db().delete(orders);
  await db().delete(podcasts);
  await db().delete(emails);
});
afterAll(() => postgres.close());

/** A bucket that can be made unreachable, and what was removed from it. */
function bucket() {
  const removed: string[][] = [];
  const state = { isAway: false };
  return {
    removed,
    state,
    async remove(keys: string[]) {
      if (state.isAway) throw new Error('the bucket is out of reach');
      removed.push([...keys].sort());
    },
  };
}

const { signal } = new AbortController();

const findForWatchers = async (id: number) =>
  (await db().select().from(podcasts).where(eq(podcasts.id, id)))[0];

describe('deleted episode', () => {
  it('a deleted episode loses its title, topic and script, and its order keeps the payment', async () => {
    const { id, publicId } = await aFinishedPodcast(db(), owner.id);
    await aPaidOrder(db(), owner.id, { podcastId: id });
    await db().insert(listeningPositions).values({ userId: owner.id, podcastId: id, seconds: 12 });
    const message = { about: `podcast:${id}`, recipient: 'x@example.com' };
    await db()
      .insert(emails)
      .values([
        { ...message, kind: 'ready', messageId: 'm1', sentAt: sql`now()` },
        { ...message, kind: 'ready-again-1', messageId: 'm2' },
      ]);
    await removeEpisode({ db: db(), storage: bucket() }, owner, publicId);
    expect(await findForWatchers(id)).toMatchObject({
      status: 'deleted',
      title: '',
      topic: '',
      email: '',
      outline: null,
      summary: null,
      audioUrl: null,
      isSample: false,
    });
    const lines = await db().select().from(podcastLines).where(eq(podcastLines.podcastId, id));
    expect(lines.map(({ text }) => text)).toEqual(['', '']);
    expect(await db().select().from(listeningPositions)).toEqual([]);
    expect((await db().select().from(emails)).map(({ kind }) => kind)).toEqual(['ready']);
    const [order] = await db().select().from(orders);
    expect(order).toMatchObject({
      topic: '',
      total: 399,
      status: 'paid',
      paddleTransactionId: `txn-order-${owner.id}-${id}`,
    });
  });

  it('what an episode has read and what was brought for it alone go with it', async () => {
    const alone = (await anAttachedSource(db(), owner)).id;
    const shared = (await anAttachedSource(db(), owner)).id;
    const waiting = (await anAttachedSource(db(), owner)).id;
    const lapsed = (await anAttachedSource(db(), owner)).id;
    const unused = (await anAttachedSource(db(), owner)).id;
    const all = [alone, shared, waiting, lapsed];
    const one = await aFinishedPodcast(db(), owner.id, { sources: all, pagesFound: ['x'] });
    await aPaidOrder(db(), owner.id, { podcastId: one.id, sources: all });
    const two = await aFinishedPodcast(db(), owner.id, { sources: [shared] });
    await aPaidOrder(db(), owner.id, {
      sources: [waiting],
      status: 'open',
      paddleTransactionId: 'o',
    });
    const old = { publicId: 'old', status: 'expired', paddleTransactionId: 'e' } as const;
    await aPaidOrder(db(), owner.id, { ...old, sources: [lapsed] });
    for (const { id } of [one, two]) {
      const read = {
        podcastId: id,
        number: 1,
        kind: 'text',
        origin: shared,
        title: 'Notes',
      } as const;
      await db().insert(podcastSources).values(read);
      const fact = {
        podcastId: id,
        number: 1,
        source: 1,
        text: 'It pulls.',
        quote: 'The moon pulls',
      };
      await db().insert(podcastFacts).values(fact);
    }
    const left = async () => (await db().select().from(sources)).map(({ id }) => id).sort();

    await removeEpisode({ db: db(), storage: bucket() }, owner, one.publicId);
    expect(await left()).toEqual([shared, waiting, unused].sort());
    expect(await findForWatchers(one.id)).toMatchObject({ sources: [], pagesFound: null });
    const [order] = await db().select().from(orders).where(eq(orders.podcastId, one.id));
    expect(order?.sources).toEqual([]);
    expect(await db().select().from(podcastSources)).toMatchObject([{ podcastId: two.id }]);
    expect(await db().select().from(podcastFacts)).toMatchObject([{ podcastId: two.id }]);

    await removeEpisode({ db: db(), storage: bucket() }, owner, two.publicId);
    expect(await left()).toEqual([waiting, unused].sort());
    expect(await db().select().from(podcastFacts)).toEqual([]);
  });

  it('the preview that it began with goes with it, unless somebody else may still begin with that', async () => {
    const episodeWithPreview = async () => {
      const preview = await aPreview(db());
      await writePreview(db(), preview.podcastId, { withSound: true });
      const episode = await aFinishedPodcast(db(), owner.id, { previewId: preview.id });
      await aPaidOrder(db(), owner.id, { podcastId: episode.id, previewId: preview.id });
      return { preview, episode };
    };
    const [mine, shared] = [await episodeWithPreview(), await episodeWithPreview()];
    const [other] = await db()
      .insert(users)
      .values({ email: 'jon@example.com', username: 'jon' })
      .returning();
    await aPaidOrder(db(), other?.id ?? 0, { previewId: shared.preview.id, status: 'open' });
    const bin = bucket();
    for (const { episode } of [mine, shared])
      await removeEpisode({ db: db(), storage: bin }, owner, episode.publicId);
    expect(await findForWatchers(mine.preview.podcastId)).toMatchObject({
      status: 'deleted',
      topic: '',
      title: '',
    });
    expect(bin.removed[0]).toContain(`episodes/preview-${mine.preview.podcastId}/part-1.mp3`);
    expect(await findForWatchers(shared.preview.podcastId)).toMatchObject({ status: 'preview' });
  });

  it('deleting an episode removes its audio, cover, parts and unshared clips from the bucket', async () => {
    const { id, publicId } = await aFinishedPodcast(db(), owner.id);
    const other = await aFinishedPodcast(db(), owner.id);
    const shared = `clips/${publicId}-1.wav`;
    await db()
      .update(podcastLines)
      .set({ clipKey: shared })
      .where(eq(podcastLines.podcastId, other.id));
    await db()
      .insert(podcastParts)
      .values({
        podcastId: id,
        number: 1,
        startMilliseconds: 0,
        milliseconds: 4500,
        audioKey: `episodes/${publicId}/part-1.mp3`,
      });
    const bin = bucket();
    await removeEpisode({ db: db(), storage: bin }, owner, publicId);
    expect(bin.removed).toEqual([
      [
        `clips/${publicId}-0.wav`,
        `episodes/${publicId}/cover.jpg`,
        `episodes/${publicId}/episode.mp3`,
        `episodes/${publicId}/part-1.mp3`,
        `episodes/${publicId}/stream.mp3`,
      ],
    ]);
  });

  it('an episode is deleted even while the bucket is unreachable, and its files follow later', async () => {
    const { id, publicId } = await aFinishedPodcast(db(), owner.id);
    const bin = bucket();
    bin.state.isAway = true;
    await removeEpisode({ db: db(), storage: bin }, owner, publicId);
    expect((await findForWatchers(id))?.status).toBe('deleted');
    await expect(tidy({ db: db(), storage: bin }, 'episodes', signal)).rejects.toThrow(
      'out of reach',
    );
    bin.state.isAway = false;
    expect(await tidy({ db: db(), storage: bin }, 'episodes', signal)).toBe(1);
    expect(bin.removed).toHaveLength(1);
    expect(bin.removed[0]).toContain(`episodes/${publicId}/episode.mp3`);
    expect(await db().$count(podcastLines)).toBe(0);
    expect(await tidy({ db: db(), storage: bin }, 'episodes', signal)).toBe(0);
  });

  it('deleting a failed episode removes its audio from the bucket', async () => {
    const { publicId } = await aFinishedPodcast(db(), owner.id, {
      status: 'failed',
      audioKey: null,
    });
    const bin = bucket();
    await removeEpisode({ db: db(), storage: bin }, owner, publicId);
    expect(bin.removed[0]).toContain(`episodes/${publicId}/episode.mp3`);
  });
});

describe('episode that cannot be deleted', () => {
  it('an episode cannot be deleted while it is being made, and its owner is told why', async () => {
    const { id, publicId } = await aFinishedPodcast(db(), owner.id, { status: 'processing' });
    await expect(
      removeEpisode({ db: db(), storage: bucket() }, owner, publicId),
    ).rejects.toMatchObject({
      code: 'conflict',
      message: 'This episode is being made. You can delete it once it’s finished.',
    });
    expect((await findForWatchers(id))?.title).toBe('Why tides turn');
  });

  it.each([
    ['its refund after a failure has not been requested', { status: 'failed' }, {}],
    ['its missed length has not been refunded', { quality: { lengthError: 0.08 } }, {}],
    [
      'its free episode has not been given back after a failure',
      { status: 'failed' },
      { total: 0, isBonus: true, paddleTransactionId: null },
    ],
  ] as const)('an episode cannot be deleted while %s', async (_why, episode, order) => {
    const { id, publicId } = await aFinishedPodcast(db(), owner.id, episode);
    await aPaidOrder(db(), owner.id, { podcastId: id, ...order });
    await expect(
      removeEpisode({ db: db(), storage: bucket() }, owner, publicId),
    ).rejects.toMatchObject({
      code: 'conflict',
      message: 'What it cost is being returned right now. Try again in a minute.',
    });
    // Somebody else's refund, begun at Paddle, may still be rejected.
    await db().update(orders).set({ status: 'refund_pending', refundId: 'adj_foreign' });
    await expect(
      removeEpisode({ db: db(), storage: bucket() }, owner, publicId),
    ).rejects.toMatchObject({
      code: 'conflict',
    });
    const promised = { refundReason: 'failed', benefitsReturnedAt: sql`now()` } as const;
    await db().update(orders).set(promised);
    await removeEpisode({ db: db(), storage: bucket() }, owner, publicId);
    expect((await findForWatchers(id))?.status).toBe('deleted');
  });

  it('an episode cannot be deleted by another user or while it is withheld', async () => {
    const { id, publicId } = await aFinishedPodcast(db(), owner.id);
    const stranger = { ...owner, id: owner.id + 1 };
    await expect(
      removeEpisode({ db: db(), storage: bucket() }, stranger, publicId),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
    await db().update(podcasts).set({ withheld: true });
    await expect(
      removeEpisode({ db: db(), storage: bucket() }, owner, publicId),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await findForWatchers(id))?.status).toBe('completed');
  });
});
