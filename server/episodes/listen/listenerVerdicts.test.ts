import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type podcasts, rateLimits, users, verdicts } from '../../base/db/tables.ts';
import { aFinishedPodcast } from '../../testing/builders.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: false });
});
beforeEach(() => app.db.delete(rateLimits));
afterAll(() => app.close());

async function anEpisode(more: Partial<typeof podcasts.$inferInsert> = {}) {
  const { visitor, email } = await app.buyer();
  const [user] = await app.db.select().from(users).where(eq(users.email, email));
  if (!user) throw new Error('no account was made');
  const episode = await aFinishedPodcast(app.db, user.id, { email, ...more });
  return { owner: visitor, user, episode, path: `/api/listen/${episode.shareToken}/verdict` };
}
const said = (podcastId: number) =>
  app.db.select().from(verdicts).where(eq(verdicts.podcastId, podcastId)).orderBy(asc(verdicts.id));

describe('a verdict', () => {
  it('of anybody with the link counts once for each listener, and their last word counts', async () => {
    const { owner, user, episode, path } = await anEpisode();
    await owner.post(path).send({ right: true }).expect(204);
    const [one, other] = [app.visitor(), app.visitor()];
    await one.post(path).send({ right: true }).expect(204);
    await one.post(path).send({ right: false, note: ' The moon pulls twice. ' }).expect(204);
    await other.post(path).send({ right: false }).expect(204);
    const rows = await said(episode.id);
    expect(rows.map(({ userId, isRight, note }) => ({ userId, isRight, note }))).toEqual([
      { userId: user.id, isRight: true, note: null },
      { userId: null, isRight: false, note: 'The moon pulls twice.' },
      { userId: null, isRight: false, note: null },
    ]);
  });

  it('that arrives twice at once is one', async () => {
    const { owner, episode, path } = await anEpisode();
    const no = () => owner.post(path).send({ right: false, note: 'It is the sun.' });
    const replies = await Promise.all([no(), no(), no()]);
    expect(replies.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await said(episode.id)).toHaveLength(1);
  });

  it('keeps its note through another no, and drops it with a yes', async () => {
    const { episode, path } = await anEpisode();
    const listener = app.visitor();
    const noteAfter = async (verdict: object) => {
      await listener.post(path).send(verdict).expect(204);
      return (await said(episode.id)).map(({ note }) => note);
    };
    expect(await noteAfter({ right: false, note: 'Too fast.' })).toEqual(['Too fast.']);
    expect(await noteAfter({ right: false })).toEqual(['Too fast.']);
    expect(await noteAfter({ right: false, note: 'Too slow.' })).toEqual(['Too slow.']);
    expect(await noteAfter({ right: true })).toEqual([null]);
  });

  it('from before signing in and the one after it are of the same listener', async () => {
    const { episode, path } = await anEpisode();
    const visitor = app.visitor();
    await visitor.post(path).send({ right: false, note: 'Too fast.' }).expect(204);
    const email = 'late@example.com';
    await visitor.post('/api/auth/register').send({ email, password: 'secret1' }).expect(201);
    await visitor.post(path).send({ right: false }).expect(204);
    const [user] = await app.db.select().from(users).where(eq(users.email, email));
    expect(await said(episode.id)).toMatchObject([
      { userId: user?.id, browser: null, note: 'Too fast.' },
    ]);
  });

  it('is shown again to its listener, and to nobody else or from a cache', async () => {
    const { owner, episode, path } = await anEpisode();
    const [one, other] = [app.visitor(), app.visitor()];
    const shown = async (to: typeof owner) => {
      const reply = to.get(`/api/listen/${episode.shareToken}`).expect(200);
      const { body } = await reply.expect('Cache-Control', /no-store/);
      return body.episode.verdict;
    };
    await one.post(path).send({ right: false }).expect(204);
    expect(await Promise.all([owner, one, other].map(shown))).toEqual([null, false, null]);
    await one.post(path).send({ right: true }).expect(204);
    await owner.post(path).send({ right: false }).expect(204);
    expect(await Promise.all([owner, one, other].map(shown))).toEqual([false, true, null]);
    const account = { email: 'shown@example.com', password: 'secret1' };
    await one.post('/api/auth/register').send(account).expect(201);
    expect(await shown(one)).toBe(true);
    await one.post(path).send({ right: false }).expect(204);
    const elsewhere = app.visitor();
    await elsewhere.post('/api/auth/login').send(account).expect(200);
    expect(await shown(elsewhere)).toBe(false);
    const next = await anEpisode();
    const { body } = await one.get(`/api/listen/${next.episode.shareToken}`).expect(200);
    expect(body.episode.verdict).toBeNull();
  });

  it('says nothing of the browser that follows it to another episode', async () => {
    const [one, other] = [await anEpisode(), await anEpisode()];
    const visitor = app.visitor();
    for (const { path } of [one, other]) await visitor.post(path).send({ right: true }).expect(204);
    const [first] = await said(one.episode.id);
    const [second] = await said(other.episode.id);
    expect(first?.browser).toMatch(/^[\w-]{43}$/);
    expect(second?.browser).toMatch(/^[\w-]{43}$/);
    expect(first?.browser).not.toBe(second?.browser);
  });

  it.each([
    ['no answer', {}, { right: 'Say yes or no' }],
    ['an answer in words', { right: 'yes' }, { right: 'Say yes or no' }],
    ['a note of spaces', { right: false, note: ' \n ' }, { note: 'Please write a sentence' }],
    [
      'a note of 10,000 characters',
      { right: false, note: 'x'.repeat(10_000) },
      { note: 'At most 500 characters' },
    ],
    [
      'a note with a yes',
      { right: true, note: 'Lovely' },
      { note: 'A note says what was wrong, so it needs a no' },
    ],
  ])('with %s is refused at its field, and the earlier one stays', async (_what, body, fields) => {
    const { episode, path } = await anEpisode();
    const listener = app.visitor();
    await listener.post(path).send({ right: false, note: 'Too fast.' }).expect(204);
    expect((await listener.post(path).send(body).expect(400)).body.fields).toEqual(fields);
    expect(await said(episode.id)).toMatchObject([{ isRight: false, note: 'Too fast.' }]);
  });

  it('of an episode that is being made, failed, was deleted or never was is refused in a sentence', async () => {
    const right = { right: true };
    const making = await anEpisode({ status: 'processing' });
    const { body } = await making.owner.post(making.path).send(right).expect(409);
    expect(body.message).toBe('This episode is still being made. Hear it first, then tell us.');
    const failed = await anEpisode({ status: 'failed' });
    const gone = await anEpisode();
    await gone.owner.post(gone.path).send({ right: false, note: 'Mine' }).expect(204);
    await gone.owner.delete(`/api/podcasts/${gone.episode.publicId}`).expect(204);
    expect(await said(gone.episode.id)).toEqual([]);
    const stranger = app.visitor();
    const others = [failed.path, gone.path, '/api/listen/nobody-knows/verdict'];
    const secret = `/api/listen/${(await anEpisode()).episode.publicId}/verdict`;
    for (const path of [...others, secret]) {
      const refused = await stranger.post(path).send(right).expect(404);
      expect(refused.body.message).toBe('There is no such episode');
      expect(refused.headers['set-cookie']).toBeUndefined();
    }
    expect(await said(making.episode.id)).toEqual([]);
  });
});

describe('verdicts of an account', () => {
  it('are in the copy of its data, and go with the account while those of others stay', async () => {
    const { owner, episode, path } = await anEpisode();
    const { visitor } = await app.buyer();
    await visitor.post(path).send({ right: false, note: 'Too fast.' }).expect(204);
    await owner.post(path).send({ right: true }).expect(204);
    const { body } = await visitor.get('/api/account/export').expect(200);
    expect(body.verdicts).toEqual([
      { episode: episode.publicId, right: false, note: 'Too fast.', saidAt: expect.any(String) },
    ]);
    await visitor.delete('/api/account').send({ password: 'secret1' }).expect(204);
    expect(await said(episode.id)).toMatchObject([{ isRight: true, note: null }]);
  });
});

describe('verdicts in Admin', () => {
  it('are counted for each episode and in the figures, with the notes newest first', async () => {
    const { owner: admin, user, episode, path } = await anEpisode();
    await app.db.update(users).set({ isAdmin: true }).where(eq(users.id, user.id));
    const figures = async () => (await admin.get('/api/admin/figures').expect(200)).body.figures;
    const before = (await figures()).verdicts;
    await admin.post(path).send({ right: true }).expect(204);
    for (const note of ['Too fast.', 'Too slow.', undefined]) {
      await app.visitor().post(path).send({ right: false, note }).expect(204);
    }
    expect((await figures()).verdicts).toEqual({ yes: before.yes + 1, no: before.no + 3 });
    const { body } = await admin.get('/api/admin/podcasts').expect(200);
    const listed = body.podcasts.find(
      ({ publicId }: { publicId: string }) => publicId === episode.publicId,
    );
    expect(listed.verdicts).toMatchObject({
      yes: 1,
      no: 3,
      notes: [{ text: 'Too slow.' }, { text: 'Too fast.' }],
    });
    const other = await anEpisode();
    const { body: again } = await admin.get('/api/admin/podcasts').expect(200);
    expect(again.podcasts[0]).toMatchObject({
      publicId: other.episode.publicId,
      verdicts: { yes: 0, no: 0, notes: [] },
    });
  });
});
