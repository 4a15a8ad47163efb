import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listens, podcasts, rateLimits } from '../../base/db/tables.ts';
import { aFinishedPodcast, aPreview } from '../../testing/builders.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: false });
});
beforeEach(async () => {
  await app.db.delete(rateLimits);
  await app.db.delete(listens);
});
afterAll(() => app.close());

async function anEpisode(more: Partial<typeof podcasts.$inferInsert> = {}) {
  const { visitor } = await app.buyer();
  const { body } = await visitor.get('/api/auth/me').expect(200);
  return { owner: visitor, ...(await aFinishedPodcast(app.db, body.user.id, more)) };
}
type Visitor = ReturnType<TestApp['visitor']>;
const hear = (visitor: Visitor, token: string, body: object = {}) =>
  visitor.post(`/api/listen/${token}/listens`).send(body);
const counted = async () =>
  Object.fromEntries((await app.db.select().from(listens)).map((row) => [row.channel, row.count]));

describe('a listen', () => {
  it('counts by how its listener came to the episode, and sets no cookie', async () => {
    const { owner, shareToken, emailToken, publicId } = await anEpisode();
    const sample = await anEpisode({ isSample: true });
    const making = await anEpisode({ status: 'processing' });
    const { visitor: stranger } = await app.buyer();
    const replies = await Promise.all([
      hear(owner, shareToken),
      hear(owner, publicId),
      hear(owner, shareToken, { embedded: true }),
      hear(app.visitor(), shareToken),
      hear(stranger, shareToken, { embedded: false }),
      hear(app.visitor(), making.shareToken),
      hear(app.visitor(), emailToken),
      hear(app.visitor(), sample.shareToken),
      hear(app.visitor(), shareToken, { embedded: true }),
      hear(app.visitor(), sample.shareToken, { embedded: true }),
    ]);
    for (const { status, headers } of replies) {
      expect([status, headers['set-cookie']]).toEqual([204, undefined]);
    }
    expect(await counted()).toEqual({ own: 3, shared: 3, email: 1, samples: 1, embed: 2 });
  });

  it('stands under the day it was heard, in UTC, with those heard at the same time', async () => {
    const { shareToken } = await anEpisode();
    const yesterday = sql`(now() at time zone 'utc')::date - 1`;
    await app.db.insert(listens).values({ day: yesterday, channel: 'shared', count: 5 });
    await Promise.all(Array.from({ length: 8 }, () => hear(app.visitor(), shareToken).expect(204)));
    const rows = await app.db.select().from(listens).orderBy(listens.day);
    const { rows: days } = await app.pool.query(
      `select to_char(at, 'YYYY-MM-DD') as day
       from unnest(array[now() - interval '1 day', now()]::timestamptz[]) as at`,
    );
    expect(rows).toEqual([
      { day: days[0].day, channel: 'shared', count: 5 },
      { day: days[1].day, channel: 'shared', count: 8 },
    ]);
  });

  it('of an episode that failed, was withheld or deleted, or never was, is refused and not counted', async () => {
    const failed = await anEpisode({ status: 'failed' });
    const withheld = await anEpisode({ withheld: true });
    const deleted = await anEpisode();
    await deleted.owner.delete(`/api/podcasts/${deleted.publicId}`).expect(204);
    const { podcastId } = await aPreview(app.db);
    const [preview] = await app.db.select().from(podcasts).where(sql`id = ${podcastId}`);
    const tokens = [failed, withheld, deleted].map(({ shareToken }) => shareToken);
    tokens.push(preview?.shareToken ?? '', 'nobody-knows', (await anEpisode()).publicId);
    for (const token of tokens) {
      const { body, headers } = await hear(app.visitor(), token).expect(404);
      expect(body.message).toBe('There is no such episode');
      expect(headers['set-cookie']).toBeUndefined();
    }
    await hear(failed.owner, failed.shareToken).expect(404);
    expect(await counted()).toEqual({});
  });

  it('that does not say how it is heard is refused, and beyond 60 an hour from one address none is counted', async () => {
    const { shareToken } = await anEpisode();
    await hear(app.visitor(), shareToken, { embedded: 'perhaps' }).expect(400);
    expect(await counted()).toEqual({});
    const replies = await Promise.all(
      Array.from({ length: 62 }, () => hear(app.visitor(), shareToken)),
    );
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.map(({ body }) => body.code)).toEqual(['too_many', 'too_many', 'too_many']);
    expect(await counted()).toEqual({ shared: 59 });
  });
});
