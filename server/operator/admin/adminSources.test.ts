import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminSources, podcastList } from '#shared/admin.ts';
import { audit, expenses, podcasts, rateLimits, users } from '../../base/db/tables.ts';
import type { Patch } from '../../episodes/log/lease.ts';
import { type AdminApp, openAdminApp } from '../../testing/adminApp.ts';
import { aFinishedPodcast, aSource } from '../../testing/builders.ts';

let app: AdminApp;
beforeAll(async () => {
  app = await openAdminApp();
});
beforeEach(() => app.db.delete(rateLimits));
afterAll(() => app.close());

/** An episode that read a PDF with two quotes, and a page with one. */
async function anEpisode(more: Patch = {}) {
  const { visitor, email } = await app.buyer();
  const [user] = await app.db.select().from(users).where(eq(users.email, email));
  const row = await aFinishedPodcast(app.db, user?.id ?? 0, more);
  const read = { paper: 'minutes of May', chunks: 2, readChunks: [0], pages: [1, 3, 9] };
  const pdf = { kind: 'pdf', title: 'Minutes', url: null, stated: 3, askedAgain: 1 } as const;
  await aSource(app.db, row.id, { ...pdf, ...read }, [
    {},
    { quote: 'we sell', strength: 'disputed' },
  ]);
  await aSource(app.db, row.id, { number: 2 });
  const path = `/api/admin/podcasts/${row.publicId}`;
  const take = (place: string, isRemoved: unknown = true) =>
    app.admin.patch(`${path}/${place}`).send({ isRemoved });
  const acts = async () => {
    const rows = await app.db
      .select()
      .from(audit)
      .where(eq(audit.target, `podcast:${row.publicId}`))
      .orderBy(desc(audit.id));
    return rows.map(({ action, detail }) => [action, detail]);
  };
  const shown = async () =>
    (await app.visitor().get(`/media/${row.shareToken}/sources.json`).expect(200)).body;
  return { ...row, visitor, path, take, acts, shown };
}

describe('what an episode has read', () => {
  it('an admin sees all of it with titles and quotes, private or not', async () => {
    const { path } = await anEpisode();
    const { body } = await app.admin.get(`${path}/sources`).expect(200);
    expect(adminSources.parse(body).sources).toEqual([
      {
        id: 1,
        kind: 'pdf',
        title: 'Minutes',
        site: 'tides.example',
        url: null,
        isRemoved: false,
        paper: 'minutes of May',
        extent: 'pages 1 to 3 of 9 were read',
        ...{ stated: 3, askedAgain: 1, used: 0 },
        facts: [
          expect.objectContaining({ number: 10, strength: 'says', isRemoved: false }),
          expect.objectContaining({ number: 11, quote: 'we sell', strength: 'disputed' }),
        ],
      },
      expect.objectContaining({ id: 2, kind: 'web', url: 'https://tides.example/2' }),
    ]);
    await app.admin.get('/api/admin/podcasts/nobody/sources').expect(404);
  });

  it('a source that an admin takes out is shown to nobody until it is put back, and each act is audited once', async () => {
    const { take, acts, shown } = await anEpisode();
    const [one, two] = await Promise.all([take('sources/1'), take('sources/1')]);
    expect([one.status, two.status]).toEqual([200, 200]);
    const [source] = adminSources.parse(one.body).sources;
    expect(source).toMatchObject({ title: 'Minutes', isRemoved: true });
    expect((await shown()).sources).toMatchObject([{ id: 2 }]);
    await take('sources/1', false).expect(200);
    expect((await shown()).sources).toMatchObject([{ id: 1 }, { id: 2 }]);
    expect(await acts()).toEqual([
      ['source put back', { source: 1 }],
      ['source taken out', { source: 1 }],
    ]);
  });

  it('a single quote is taken out and put back without its source', async () => {
    const { take, acts } = await anEpisode();
    const facts = async (isRemoved: boolean) => {
      const { body } = await take('facts/11', isRemoved).expect(200);
      const { sources } = adminSources.parse(body);
      expect(sources.map(({ isRemoved }) => isRemoved)).toEqual([false, false]);
      return sources.flatMap(({ facts }) => facts.map(({ isRemoved }) => isRemoved));
    };
    expect(await facts(true)).toEqual([false, true, false]);
    expect(await facts(false)).toEqual([false, false, false]);
    expect(await acts()).toEqual([
      ['fact put back', { fact: 11 }],
      ['fact taken out', { fact: 11 }],
    ]);
  });

  it('what is taken out leaves the feed, and an app that sends only If-Modified-Since hears of it', async () => {
    const { userId, visitor, take } = await anEpisode({
      completedAt: new Date(Date.now() - 86_400_000),
    });
    const { body } = await visitor.get('/api/account/feed').expect(200);
    const old = { updatedAt: new Date(Date.now() - 86_400_000) };
    await app.db
      .update(users)
      .set(old)
      .where(eq(users.id, userId ?? 0));
    const feed = new URL(body.feedUrl).pathname;
    const before = await app.visitor().get(feed).expect(200);
    expect(before.text).toContain('Tides, part 2');
    const since = String(before.headers['last-modified']);
    await app.visitor().get(feed).set('If-Modified-Since', since).expect(304);
    await take('sources/2').expect(200);
    const after = await app.visitor().get(feed).set('If-Modified-Since', since).expect(200);
    expect(after.text).not.toContain('Tides, part 2');
  });

  it('what is not there cannot be taken out', async () => {
    const { id, take, acts } = await anEpisode();
    for (const place of ['sources/3', 'facts/1', 'facts/0', 'sources/x', 'facts/99999999999']) {
      expect([place, (await take(place)).status]).toEqual([place, 404]);
    }
    await app.admin
      .patch('/api/admin/podcasts/nobody/sources/1')
      .send({ isRemoved: true })
      .expect(404);
    await take('sources/1', 'yes').expect(400);
    await app.db.update(podcasts).set({ status: 'processing' }).where(eq(podcasts.id, id));
    const { body } = await take('sources/1').expect(409);
    expect(body.message).toBe('Sources can be taken out once the episode is finished');
    await app.db.update(podcasts).set({ status: 'deleted' }).where(eq(podcasts.id, id));
    await take('sources/1').expect(404);
    expect(await acts()).toEqual([]);
  });

  it('nobody but an admin sees or changes it here', async () => {
    const { visitor, path } = await anEpisode();
    for (const person of [visitor, app.visitor()]) {
      await person.get(`${path}/sources`).expect(404);
      await person.patch(`${path}/sources/1`).send({ isRemoved: true }).expect(404);
      await person.patch(`${path}/facts/10`).send({ isRemoved: true }).expect(404);
    }
  });
});

it('the list says how long an episode read, what came of it, and what was paid for what', async () => {
  const read = { researchSeconds: 12.5, linesRewritten: 4, linesCut: 3, linesUnread: 2 };
  const { id, publicId } = await anEpisode(read);
  const old = await anEpisode({ researchedAt: null });
  const bought = { podcastId: id, provider: 'OpenAI' };
  await app.db.insert(expenses).values([
    { ...bought, inputTokens: 900, outputTokens: 90, microdollars: 100 },
    { ...bought, inputTokens: 500, outputTokens: 50, searches: 3, microdollars: 30_050 },
    { ...bought, searches: 2, microdollars: 20_000 },
    { ...bought, provider: 'ElevenLabs', characters: 70, microdollars: 7_000 },
  ]);
  const { body } = await app.admin.get('/api/admin/podcasts').expect(200);
  const listed = podcastList.parse(body).podcasts;
  const find = (wanted: string) => listed.find(({ publicId }) => publicId === wanted);
  expect(find(publicId)).toMatchObject({
    research: {
      ...{ seconds: 12.5, sources: 2, facts: 3 },
      ...{ linesRewritten: 4, linesCut: 3, linesUnread: 2 },
    },
    costs: {
      searches: 5,
      inputTokens: 1_400,
      characters: 70,
      microdollars: 57_150,
      by: { script: 100, search: 50_050, speech: 7_000 },
    },
  });
  expect(find(old.publicId)).toMatchObject({ research: null, costs: null });
});
