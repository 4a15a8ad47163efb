import { eq, sql } from 'drizzle-orm';
import express from 'express';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partList } from '#shared/parts.ts';
import { podcastParts, podcasts, users } from '../../base/db/tables.ts';
import { routerOf } from '../../base/http/endpoint.ts';
import { errorHandler } from '../../base/http/errors.ts';
import { openProduction, type Production } from '../../testing/production.ts';
import { mediaEndpoints } from '../listen/routes.ts';
import { tidy } from '../owner/retention.ts';
import type { Patch } from './lease.ts';
import { partsOf } from './parts.ts';

let production: Production;
let visitor: ReturnType<typeof supertest>;
beforeAll(async () => {
  production = await openProduction();
  visitor = supertest(serve());
});
afterAll(() => production.close());

/** What is served to whoever is signed in as `user`, if anybody. */
const serve = (user?: Express.User) =>
  express()
    .use((req, _res, next) => {
      if (user) req.user = user;
      next();
    })
    .use(routerOf(mediaEndpoints(production)))
    .use(errorHandler);

/** An episode with two playable parts of 12 s. */
async function underWay(patch: Patch = {}) {
  const { id, publicId } = await production.order(10);
  for (const number of [1, 2]) {
    const audioKey = `episodes/${publicId}/part-${number}.mp3`;
    await production.storage.put(audioKey, Buffer.from(`sound ${number}`), 'audio/mpeg');
    const startMilliseconds = (number - 1) * 12_000;
    await production.db
      .insert(podcastParts)
      .values({ podcastId: id, number, startMilliseconds, milliseconds: 12_000, audioKey });
  }
  await production.db
    .update(podcasts)
    .set({ stage: 'writing', ...patch })
    .where(eq(podcasts.id, id));
  const row = await production.rowOf(id);
  return { id, publicId, shareToken: row?.shareToken ?? '' };
}

describe('parts of an unfinished episode', () => {
  it('the parts of an unfinished episode are listed by its share token, and by its public id for its owner', async () => {
    const [user] = await production.db
      .insert(users)
      .values({ email: 'mira@example.com', username: 'mira' })
      .returning();
    const { publicId, shareToken } = await underWay({ userId: user?.id ?? 0 });
    const asked: [string, ReturnType<typeof supertest>][] = [
      [shareToken, visitor],
      [publicId, supertest(serve(user))],
    ];
    for (const [token, browser] of asked) {
      const reply = await browser.get(`/media/${token}/parts.json`).expect(200);
      expect(reply.headers).toMatchObject({ 'cache-control': 'private, no-cache' });
      expect(reply.headers.etag).toBeTruthy();
      const part = (number: number, startTime: number) => {
        return { number, url: `/media/${token}/part-${number}.mp3`, startTime, duration: 12 };
      };
      expect(partList.parse(reply.body).parts).toEqual([part(1, 0), part(2, 12)]);
    }
    await visitor.get(`/media/${publicId}/parts.json`).expect(404);
  });

  it('a part redirects to a signed link, and a HEAD request gives its size', async () => {
    const { shareToken } = await underWay();
    const head = await visitor.head(`/media/${shareToken}/part-2.mp3`).expect(200);
    expect(head.headers).toMatchObject({ 'content-length': '7', 'content-type': 'audio/mpeg' });
    const { headers } = await visitor.get(`/media/${shareToken}/part-2.mp3`).expect(302);
    expect(await (await fetch(String(headers.location))).text()).toBe('sound 2');
  });

  it('a part that does not exist yet or has an invalid name answers 404', async () => {
    const { shareToken } = await underWay();
    for (const name of ['part-3.mp3', 'part-0.mp3', 'part-x.mp3', 'part-1e0x.mp3']) {
      await visitor.get(`/media/${shareToken}/${name}`).expect(404);
      await visitor.head(`/media/${shareToken}/${name}`).expect(404);
    }
  });

  it.each<[string, Patch]>([
    ['is deleted', { status: 'deleted' }],
    ['has failed', { status: 'failed' }],
    ['is withheld', { withheld: true }],
  ])('the parts of an unfinished episode answer 404 once it %s', async (_, patch) => {
    const { publicId, shareToken } = await underWay(patch);
    for (const token of [publicId, shareToken]) {
      await visitor.get(`/media/${token}/parts.json`).expect(404);
      await visitor.get(`/media/${token}/part-1.mp3`).expect(404);
    }
  });
});

it('parts are removed an hour after completion, and at once when the episode failed or was deleted', async () => {
  const ago = (minutes: number) => sql`now() - make_interval(mins => ${minutes})`;
  const kept = [
    await underWay(),
    await underWay({ status: 'completed', completedAt: ago(50) }),
    await underWay({ withheld: true }),
  ];
  const gone = [
    await underWay({ status: 'completed', completedAt: ago(70) }),
    await underWay({ status: 'deleted' }),
    await underWay({ status: 'failed' }),
  ];
  // More than one batch.
  for (let more = 0; more < 50; more++) {
    const { id } = await production.order(10);
    const part = { podcastId: id, number: 1, startMilliseconds: 0, milliseconds: 12_000 };
    await production.db
      .insert(podcastParts)
      .values({ ...part, audioKey: `episodes/${id}/part-1.mp3` });
    await production.db.update(podcasts).set({ status: 'failed' }).where(eq(podcasts.id, id));
  }
  const { signal } = new AbortController();
  expect(
    await tidy({ db: production.db, storage: production.storage }, 'parts', signal),
  ).toBeGreaterThanOrEqual(56);
  expect(await tidy({ db: production.db, storage: production.storage }, 'parts', signal)).toBe(0);
  for (const { id, publicId } of kept) {
    expect(await partsOf(production.db, id)).toHaveLength(2);
    expect(await production.storage.head(`episodes/${publicId}/part-1.mp3`)).not.toBeNull();
  }
  for (const { id, publicId } of gone) {
    expect(await partsOf(production.db, id)).toEqual([]);
    expect(await production.storage.head(`episodes/${publicId}/part-2.mp3`)).toBeNull();
  }
});
