import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { messageList } from '#shared/admin.ts';
import { podcast as podcastSchema } from '#shared/episode.ts';
import { type Database, openDatabase } from '../../base/db/openDatabase.ts';
import {
  contactMessages,
  emails,
  listeningPositions,
  podcasts,
  rateLimits,
  users,
} from '../../base/db/tables.ts';
import { aPodcast, aSource } from '../../testing/builders.ts';
import { cookieOf } from '../../testing/cookie.ts';
import { eventually } from '../../testing/eventually.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';

/*
 * The server runs in this process. The tests change its episodes over a second pool, as another
 * process would: the two share only the database.
 */
let app: TestApp;
let otherProcess: Database;
beforeAll(async () => {
  const env = { SUPPORT_EMAIL: 'help@duologue.example', ADMIN_EMAILS: 'admin@example.com' };
  app = await openTestApp({ work: false, env });
  otherProcess = openDatabase(String(app.pool.options.connectionString));
});
beforeEach(() => app.db.delete(rateLimits));
afterAll(async () => {
  for (const stream of streams.splice(0)) stream.abort();
  await otherProcess.close();
  await app.close();
});

const streams: AbortController[] = [];

async function owner(at: TestApp = app) {
  const { visitor, email } = await at.buyer();
  const [user] = await at.db.select().from(users).where(eq(users.email, email));
  if (!user) throw new Error('registration failed');
  const signIn = at.visitor().post('/api/auth/login').send({ email, password: 'secret1' });
  return { visitor, user, cookie: cookieOf(await signIn.expect(200)) };
}
type Owner = Awaited<ReturnType<typeof owner>>;

async function episodeOf(
  { user }: Owner,
  more: Partial<typeof podcasts.$inferInsert> = {},
  { db }: TestApp = app,
) {
  const drafted = await aPodcast(db);
  const [row] = await db
    .update(podcasts)
    .set({ userId: user.id, stage: 'speaking', ...more })
    .where(eq(podcasts.id, drafted.id))
    .returning();
  if (!row) throw new Error('there is no such row');
  return row;
}

const change = (id: number, to: Partial<typeof podcasts.$inferInsert>) =>
  otherProcess.db.update(podcasts).set(to).where(eq(podcasts.id, id));

/** A browser's event stream, with everything it has received so far. */
async function watch({ cookie }: Owner, publicId: string, lastEventId?: string) {
  const aborting = new AbortController();
  streams.push(aborting);
  const path = `/api/podcasts/${publicId}/events`;
  const reply = await fetch(app.url + path, {
    signal: aborting.signal,
    headers: {
      Cookie: cookie,
      'Accept-Encoding': 'br, gzip',
      ...(lastEventId ? { 'Last-Event-ID': lastEventId } : {}),
    },
  });
  const received = { text: '', ended: false };
  void (async () => {
    try {
      for await (const chunk of reply.body ?? []) received.text += Buffer.from(chunk).toString();
    } catch {
      // the test itself closed the stream
    }
    received.ended = true;
  })();
  const events = () =>
    [...received.text.matchAll(/id: (\S+)\nevent: podcast\ndata: (.*)\n\n/g)].map(
      ([, id, data]) => ({
        id: String(id),
        podcast: podcastSchema.parse(JSON.parse(String(data)).podcast),
      }),
    );
  return {
    reply,
    received,
    events,
    newest: () => events().at(-1)?.podcast,
    until: (what: string, is: () => unknown) => eventually(what, async () => Boolean(is()), 15),
    hangUp: () => aborting.abort(),
  };
}

describe('event stream of an episode', () => {
  it('an episode’s event stream sends each change made by another process until the episode is finished', async () => {
    const mira = await owner();
    const { id, publicId } = await episodeOf(mira);
    const page = await watch(mira, publicId);
    expect(page.reply.status).toBe(200);
    expect(page.reply.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(page.reply.headers.get('content-encoding')).toBeNull();
    expect(page.reply.headers.get('cache-control')).toContain('no-transform');
    expect(page.reply.headers.get('x-accel-buffering')).toBe('no');
    expect(page.reply.headers.get('set-cookie')).toBeNull();
    await page.until('the first state', () => page.newest()?.progress.linesSpoken === 0);
    expect(page.received.text).toMatch(/^retry: \d+\n\n/);

    await change(id, { linesWritten: 9, linesSpoken: 4, millisecondsSpoken: 21_000 });
    await page.until('a line', () => page.newest()?.progress.linesSpoken === 4);
    const { body } = await mira.visitor.get(`/api/podcasts/${publicId}`).expect(200);
    expect(page.newest()).toEqual(body.podcast);

    await change(id, { status: 'completed', durationSeconds: 600 });
    await page.until('the end', () => page.received.ended);
    expect(page.newest()?.status).toBe('completed');
    const session = await mira.visitor.get('/api/auth/me').expect(200);
    expect(session.body.user).not.toBeNull();
  });

  it('an episode’s event stream sends each source as it is read', async () => {
    const mira = await owner();
    const { id, publicId } = await episodeOf(mira, { stage: 'reading' });
    const page = await watch(mira, publicId);
    await page.until('the first state', () => page.newest()?.sources.length === 0);
    await aSource(otherProcess.db, id);
    await page.until('a source', () => page.newest()?.sources.length === 1);
    await aSource(otherProcess.db, id, { number: 2, kind: 'pdf', title: 'Mine', site: null });
    await page.until('another', () => page.newest()?.sources.length === 2);
    expect(page.newest()?.sources).toEqual([
      { id: 1, kind: 'web', title: 'Tides, part 1', site: 'tides.example' },
      { id: 2, kind: 'pdf', title: 'Mine', site: null },
    ]);
  });

  it('a reopened event stream sends only changes that the browser has not received', async () => {
    const mira = await owner();
    const { id, publicId } = await episodeOf(mira);
    const first = await watch(mira, publicId);
    await first.until('the first state', () => first.events().length === 1);
    first.hangUp();
    const again = await watch(mira, publicId, first.events()[0]?.id);
    await change(id, { linesSpoken: 1 });
    await again.until('what is new', () => again.events().length > 0);
    expect(again.events().map(({ podcast }) => podcast.progress.linesSpoken)).toEqual([1]);
    const stale = await watch(mira, publicId, first.events()[0]?.id);
    await stale.until('what was missed', () => stale.newest()?.progress.linesSpoken === 1);
  });

  it('the final state of an episode is sent once; a reconnecting browser then gets 204', async () => {
    const mira = await owner();
    const { publicId } = await episodeOf(mira, { status: 'failed', failure: 'No voices.' });
    const page = await watch(mira, publicId);
    await page.until('the end', () => page.received.ended);
    expect(page.newest()).toMatchObject({ status: 'failed', failure: 'No voices.' });
    const { reply } = await watch(mira, publicId, page.events()[0]?.id);
    expect(reply.status).toBe(204);
  });

  it('rapid changes of an episode are combined into few events, ending with the newest state', async () => {
    const mira = await owner();
    const { id, publicId } = await episodeOf(mira);
    const page = await watch(mira, publicId);
    await page.until('the first state', () => page.events().length === 1);
    for (let line = 1; line <= 60; line += 1) await change(id, { linesSpoken: line });
    await page.until('the last line', () => page.newest()?.progress.linesSpoken === 60);
    expect(page.events().length).toBeLessThan(30);
  });

  it('the event stream ends when the episode is deleted', async () => {
    const mira = await owner();
    const { id, publicId } = await episodeOf(mira);
    const page = await watch(mira, publicId);
    await page.until('the first state', () => page.events().length === 1);
    await change(id, { status: 'deleted' });
    await page.until('the end', () => page.received.ended);
  });

  it('only the owner can open the event stream of an episode', async () => {
    const mira = await owner();
    const { publicId, shareToken } = await episodeOf(mira);
    const stranger = await owner();
    expect((await watch(stranger, publicId)).reply.status).toBe(404);
    expect((await watch(mira, shareToken)).reply.status).toBe(404);
    await app.visitor().get(`/api/podcasts/${publicId}/events`).expect(401);
    const { reply } = await watch(mira, publicId);
    expect(reply.status).toBe(200);
  });

  it('a fifth event stream of an account closes the oldest one with a “full” event', async () => {
    const mira = await owner();
    const { publicId } = await episodeOf(mira);
    const pages = [];
    for (let n = 0; n < 5; n += 1) pages.push(await watch(mira, publicId));
    const [oldest, ...others] = pages;
    await oldest?.until('the end', () => oldest.received.ended);
    expect(oldest?.received.text).toContain('event: full\ndata: {}\n\n');
    expect(others.map(({ received }) => received.ended)).toEqual([false, false, false, false]);
  });

  it('a change missed while the database connection was cut is sent afterwards', async () => {
    const mira = await owner();
    const { id, publicId } = await episodeOf(mira);
    const page = await watch(mira, publicId);
    await page.until('the first state', () => page.events().length === 1);
    const listeners = sql`select pid from pg_stat_activity where query ilike 'listen %'
      and datname = current_database()`;
    const { rows } = await otherProcess.db.execute(sql`
      select pg_terminate_backend(pid) from (${listeners}) as listener`);
    expect(rows).toHaveLength(1);
    // The server is not listening yet.
    await change(id, { linesSpoken: 7 });
    await page.until('what was missed', () => page.newest()?.progress.linesSpoken === 7);
  });
});

describe('listening position', () => {
  const positionOf = async ({ visitor }: Owner, token: string) =>
    (await visitor.get(`/api/listen/${token}`).expect(200)).body.episode.position;

  it('each account has its own listening position, and a visitor without an account has none', async () => {
    const mira = await owner();
    const guest = await owner();
    const { publicId, shareToken } = await episodeOf(mira, { status: 'completed' });
    const path = (token: string) => `/api/podcasts/${token}/position`;
    expect(await positionOf(mira, shareToken)).toBeNull();
    await mira.visitor.put(path(publicId)).send({ seconds: 100.5 }).expect(204);
    await mira.visitor.put(path(publicId)).send({ seconds: 42 }).expect(204);
    await guest.visitor.put(path(shareToken)).send({ seconds: 7 }).expect(204);
    expect([await positionOf(mira, publicId), await positionOf(guest, shareToken)]).toMatchObject([
      { seconds: 42 },
      { seconds: 7 },
    ]);
    const { body } = await app.visitor().get(`/api/listen/${shareToken}`).expect(200);
    expect(body.episode.position).toBeNull();
    await app.visitor().put(path(shareToken)).send({ seconds: 7 }).expect(401);
    await guest.visitor.put(path(publicId)).send({ seconds: 7 }).expect(404);
  });

  it('the listening position comes with its age, so that a device can tell if its own is newer', async () => {
    const mira = await owner();
    const { id, publicId } = await episodeOf(mira, { status: 'completed' });
    const path = `/api/podcasts/${publicId}/position`;
    await mira.visitor.put(path).send({ seconds: 42 }).expect(204);
    await app.db
      .update(listeningPositions)
      .set({ updatedAt: sql`now() - interval '1 hour'` })
      .where(eq(listeningPositions.podcastId, id));
    expect(Math.abs((await positionOf(mira, publicId)).age - 3600)).toBeLessThan(60);
    await mira.visitor.put(path).send({ seconds: 43 }).expect(204);
    const { seconds, age } = await positionOf(mira, publicId);
    expect(seconds).toBe(43);
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(60);
  });

  it('the shelf shows how far its owner has listened, and what was heard to the end stays played', async () => {
    const mira = await owner();
    const guest = await owner();
    const { publicId, shareToken } = await episodeOf(mira, { status: 'completed' });
    const shelf = async () =>
      (await mira.visitor.get('/api/podcasts').expect(200)).body.podcasts[0];
    const send = (body: object) =>
      mira.visitor.put(`/api/podcasts/${publicId}/position`).send(body).expect(204);
    expect(await shelf()).toMatchObject({ position: null, isPlayed: false });
    await guest.visitor
      .put(`/api/podcasts/${shareToken}/position`)
      .send({ seconds: 0, ended: true })
      .expect(204);
    expect(await shelf()).toMatchObject({ position: null, isPlayed: false });
    await send({ seconds: 42 });
    expect(await shelf()).toMatchObject({ position: { seconds: 42 }, isPlayed: false });
    await send({ seconds: 0, ended: true });
    expect(await shelf()).toMatchObject({ position: { seconds: 0 }, isPlayed: true });
    await send({ seconds: 7 });
    expect(await shelf()).toMatchObject({ position: { seconds: 7 }, isPlayed: true });
    const { body } = await mira.visitor.get(`/api/podcasts/${publicId}`).expect(200);
    expect(body.podcast).toMatchObject({ position: { seconds: 7 }, isPlayed: true });
  });

  it.each([[-1], [700], ['soon'], [null]])(
    'a listening position of %j is refused',
    async (seconds) => {
      const mira = await owner();
      const { publicId } = await episodeOf(mira, { status: 'completed' });
      const send = mira.visitor.put(`/api/podcasts/${publicId}/position`).send({ seconds });
      expect((await send.expect(400)).body.fields).toHaveProperty('seconds');
    },
  );
});

describe('share link', () => {
  it('a replaced share link stops working at once, and the new one works', async () => {
    const mira = await owner();
    const { publicId, shareToken } = await episodeOf(mira, { status: 'completed' });
    const path = `/api/podcasts/${publicId}/share-link`;
    const stranger = await owner();
    await stranger.visitor.post(path).expect(404);
    await app.visitor().get(`/api/listen/${shareToken}`).expect(200);
    const { body } = await mira.visitor.post(path).expect(200);
    const link = new URL(body.podcast.listenUrl, app.url).searchParams.get('episode');
    expect(link).not.toBe(shareToken);
    await app.visitor().get(`/api/listen/${shareToken}`).expect(404);
    await app.visitor().get(`/api/listen/${link}`).expect(200);
    await mira.visitor.get(`/api/listen/${publicId}`).expect(200);
  });

  it('a share link can be replaced while the episode is being made', async () => {
    const mira = await owner();
    const { publicId, shareToken } = await episodeOf(mira);
    const { body } = await mira.visitor.post(`/api/podcasts/${publicId}/share-link`).expect(200);
    expect(body.podcast.listenUrl).not.toContain(shareToken);
    await app.visitor().get(`/api/listen/${shareToken}`).expect(404);
  });
});

describe('report', () => {
  const report = { reason: 'It is wrong or misleading', message: 'Cats do not purr so.' };
  const send = (body: object) => app.visitor().post('/api/reports').send(body);
  const stored = () => app.db.select().from(contactMessages);
  beforeEach(async () => {
    await app.db.delete(contactMessages);
    await app.db.delete(emails);
  });

  it('a report is stored with its episode, emailed to support and listed for admins', async () => {
    const mira = await owner();
    const { id, shareToken, title } = await episodeOf(mira, { status: 'completed' });
    await send({ token: shareToken, ...report }).expect(201);
    const message = `${report.reason}\n${report.message}`;
    expect(await stored()).toMatchObject([{ podcastId: id, email: '', message, userId: null }]);
    const posted = await app.db.select().from(emails).where(eq(emails.kind, 'report'));
    expect(posted).toMatchObject([{ recipient: 'help@duologue.example' }]);
    expect(posted[0]?.content?.text).toContain(`/listen?episode=${shareToken}`);
    expect(posted[0]?.content?.text).toContain(report.message);

    const { visitor: admin } = await app.buyer('admin@example.com');
    const { body } = await admin.get('/api/admin/messages').expect(200);
    const episode = { title, listenUrl: `/listen?episode=${shareToken}` };
    expect(messageList.parse(body).messages).toMatchObject([{ message, episode, email: '' }]);
  });

  it('a report about no episode, without a reason or by a bot is not stored', async () => {
    const mira = await owner();
    const { shareToken: token, publicId } = await episodeOf(mira, { status: 'completed' });
    await send({ token: 'nothing', ...report }).expect(404);
    await send({ token: publicId, ...report }).expect(404);
    const { body } = await send({ token, message: 'x', email: 'a@' }).expect(400);
    expect(Object.keys(body.fields).sort()).toEqual(['email', 'reason']);
    await send({ token, ...report, website: 'https://spam.example' }).expect(201);
    expect(await stored()).toEqual([]);
  });

  it('the sixth report within an hour from one address gets a 429', async () => {
    const mira = await owner();
    const { shareToken: token } = await episodeOf(mira, { status: 'completed' });
    for (let n = 0; n < 5; n += 1) await send({ token, ...report, email: '' }).expect(201);
    await send({ token, ...report }).expect(429);
    expect(await stored()).toHaveLength(5);
  });
});

it('a stopping server closes its event streams', async () => {
  const own = await openTestApp({ work: false });
  const mira = await owner(own);
  const { publicId } = await episodeOf(mira, {}, own);
  const reply = await fetch(`${own.url}/api/podcasts/${publicId}/events`, {
    headers: { Cookie: mira.cookie },
  });
  const all = reply.text();
  await own.close();
  expect(await all).toContain('event: podcast');
});
