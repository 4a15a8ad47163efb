import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emails, podcastLines, podcasts, users } from '../../base/db/tables.ts';
import { aFinishedPodcast, aPodcast, aSource } from '../../testing/builders.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: false });
});
afterAll(() => app.close());

async function anOwner(more: Partial<typeof podcasts.$inferInsert> = {}) {
  const { visitor, email } = await app.buyer();
  const [user] = await app.db.select().from(users).where(eq(users.email, email));
  if (!user) throw new Error('no account was made');
  const episode = await aFinishedPodcast(app.db, user.id, { email, ...more });
  return { visitor, email, user, episode, path: `/api/podcasts/${episode.publicId}` };
}

describe('title', () => {
  it('a new title is shown to the owner and to everybody with the link', async () => {
    const { visitor, episode, path } = await anOwner();
    const { body } = await visitor.patch(path).send({ title: ' Moon \n pull ' }).expect(200);
    expect(body.podcast).toMatchObject({ publicId: episode.publicId, title: 'Moon pull' });
    const page = await app.visitor().get(`/api/listen/${episode.shareToken}`).expect(200);
    expect(page.body.episode.title).toBe('Moon pull');
  });

  it.each([
    ['is required', { title: ' \n ' }, 'Title is required'],
    [
      'is limited to 120 characters',
      { title: 'x'.repeat(121) },
      'Title must be at most 120 characters',
    ],
  ])('the title of an episode %s', async (_what, change, complaint) => {
    const { visitor, path } = await anOwner();
    const { body } = await visitor.patch(path).send(change).expect(400);
    expect(body.fields).toEqual({ title: complaint });
  });

  it('only the owner can rename an episode, and only once it is finished', async () => {
    const { path } = await anOwner();
    const other = await app.buyer();
    await other.visitor.patch(path).send({ title: 'Mine' }).expect(404);
    const making = await anOwner({ status: 'processing' });
    const { body } = await making.visitor.patch(making.path).send({ title: 'Soon' }).expect(409);
    expect(body.message).toBe('An episode can be renamed once it is finished');
    const [row] = await app.db.select().from(podcasts).where(eq(podcasts.id, making.episode.id));
    expect(row?.title).toBe('Why tides turn');
  });
});

describe('deleted episode', () => {
  it('every address of a deleted episode answers 404, and no list shows it', async () => {
    const { visitor, episode, path } = await anOwner({ isSample: true });
    const { publicId, shareToken, emailToken } = episode;
    await visitor.delete(path).expect(204);
    for (const address of [
      path,
      `/api/listen/${publicId}`,
      `/api/listen/${shareToken}`,
      `/api/listen/${emailToken}`,
      `/media/${shareToken}/episode.mp3`,
      `/media/${emailToken}/episode.mp3`,
      `/media/${publicId}/episode.mp3`,
      `/media/${publicId}/transcript.vtt`,
      `/media/${publicId}/transcript.json`,
      `/media/${publicId}/chapters.json`,
      `/media/${publicId}/cover.jpg`,
    ]) {
      expect([address, (await visitor.get(address)).status]).toEqual([address, 404]);
    }
    expect((await visitor.get('/api/podcasts')).body.podcasts).toEqual([]);
    expect((await app.visitor().get('/api/samples')).body.samples).toEqual([]);
    await visitor.delete(path).expect(404);
    await visitor.patch(path).send({ title: 'Back' }).expect(404);
    await visitor.post(`${path}/resend`).expect(404);
  });

  it('only the owner can delete an episode', async () => {
    const { visitor, path } = await anOwner();
    await (await app.buyer()).visitor.delete(path).expect(404);
    await app.visitor().delete(path).expect(401);
    await visitor.get(path).expect(200);
  });
});

describe('resent email', () => {
  const sendTo = async (episodeId: number, email: string) => {
    await app.db.update(podcasts).set({ email }).where(eq(podcasts.id, episodeId));
  };
  const written = (episodeId: number) =>
    app.db
      .select()
      .from(emails)
      .where(eq(emails.about, `podcast:${episodeId}`));

  it('the episode email can be sent again three times a day, to the current address', async () => {
    const { visitor, episode, path } = await anOwner();
    for (const n of [1, 2, 3]) {
      await sendTo(episode.id, `new-${n}@example.com`);
      const { body } = await visitor.post(`${path}/resend`).expect(200);
      expect(body).toEqual({ email: `new-${n}@example.com` });
    }
    await sendTo(episode.id, 'new-4@example.com');
    const { body } = await visitor.post(`${path}/resend`).expect(429);
    expect(body.message).toMatch(/3 times today/);
    const sent = await written(episode.id);
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(3);
    expect(sent[0]?.content).toMatchObject({ subject: 'Your episode is ready: Why tides turn' });
    expect(sent[0]?.content?.text).toContain(`/listen?episode=${episode.emailToken}`);
    expect(sent[0]?.content?.text).toContain('0:02  The turn');
  });

  it('the email names sources, but never what the listener brought, whoever may see it', async () => {
    const { visitor, episode, path } = await anOwner({ showsSources: true });
    await aSource(app.db, episode.id);
    await aSource(app.db, episode.id, { number: 2, kind: 'text', title: 'Board', url: null });
    await aSource(app.db, episode.id, { number: 3, title: 'Taken out', isRemoved: true });
    await visitor.post(`${path}/resend`).expect(200);
    const [sent] = await written(episode.id);
    for (const words of [sent?.content?.text, sent?.content?.html]) {
      expect(words).toContain('Based on 2 sources');
      expect(words).toContain('https://tides.example/1');
      expect(words).toContain('A document you brought');
      expect(words).not.toMatch(/Board|Taken out/);
    }
  });

  it('the email links each follow-up question to the form with the same hosts', async () => {
    const followUps = ['Why do neap tides lag?', 'Does the moon drift away & why?'];
    const recap = { followUps, facts: [], comparisons: [], opening: '' };
    const { visitor, episode, path } = await anOwner({ recap });
    await visitor.post(`${path}/resend`).expect(200);
    const [sent] = await written(episode.id);
    const { voice1Id, voice2Id, tone, style } = episode;
    for (const topic of followUps) {
      const hosts = { voice1: voice1Id, voice2: voice2Id, tone, style };
      const asked = { topic, ...hosts, from: 'email' };
      const [, address] = sent?.content?.text.split(`${topic}\n`) ?? [];
      const [link = ''] = address?.split('\n') ?? [];
      expect(Object.fromEntries(new URL(link).searchParams)).toEqual(asked);
      expect(new URL(link).pathname).toBe('/create');
    }
  });

  it('five resend requests at the same moment send one email', async () => {
    const { visitor, episode, path } = await anOwner();
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => visitor.post(`${path}/resend`)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await written(episode.id)).toHaveLength(1);
  });

  it('the episode email cannot be sent again before the episode is finished', async () => {
    const { visitor, path } = await anOwner({ status: 'processing' });
    const { body } = await visitor.post(`${path}/resend`).expect(409);
    expect(body.message).toBe('The email is written once the episode is finished');
  });
});

it('what was ordered is shown with the link, and what its owner typed to them alone', async () => {
  const { visitor, episode } = await anOwner();
  const { topic, voice1Id, voice2Id, tone, style, duration, stings } = episode;
  const address = `/api/listen/${episode.shareToken}`;
  const choices = { voice1Id, voice2Id, tone, style, duration, stings };
  const page = await app.visitor().get(address).expect(200);
  expect(page.body.episode.choices).toEqual({ ...choices, topic: null });
  const own = await visitor.get(address).expect(200);
  expect(own.body.episode.choices).toEqual({ ...choices, topic });
});

it('the list of episodes shows the last line and the time left of an unfinished one', async () => {
  const { visitor, user } = await anOwner();
  const { id, publicId } = await aPodcast(app.db);
  await app.db
    .update(podcasts)
    .set({ userId: user.id, startedAt: sql`now()` })
    .where(eq(podcasts.id, id));
  const line = { speaker: 'A' as const, text: 'Ask the moon.' };
  await app.db
    .insert(podcastLines)
    .values({ podcastId: id, position: 0, section: 0, state: 'spoken', ...line });
  const [shown, finished] = (await visitor.get('/api/podcasts').expect(200)).body.podcasts;
  expect(shown).toMatchObject({ publicId, lastLine: line, etaSeconds: expect.any(Number) });
  expect(finished).toMatchObject({ lastLine: null, etaSeconds: null });
});

it('search finds episodes by words of title and topic, ignoring case and without wildcards', async () => {
  const { visitor, user } = await anOwner({ title: 'Why tides turn', topic: 'moon' });
  await aFinishedPodcast(app.db, user.id, { title: '100% cotton', topic: 'shirts' });
  const found = async (q: string) => {
    const { body } = await visitor.get('/api/podcasts').query({ q }).expect(200);
    return (body.podcasts as { title: string }[]).map(({ title }) => title);
  };
  expect(await found('TIDES')).toEqual(['Why tides turn']);
  expect(await found('turn moon')).toEqual(['Why tides turn']);
  expect(await found('shirts')).toEqual(['100% cotton']);
  expect(await found('0%')).toEqual(['100% cotton']);
  expect(await found('%')).toEqual(['100% cotton']);
  expect(await found('_')).toEqual([]);
  expect(await found("'; drop table users; --")).toEqual([]);
  expect(await found('')).toHaveLength(2);
});
