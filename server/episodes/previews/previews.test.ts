import { randomUUID } from 'node:crypto';
import { eq, ne, sql } from 'drizzle-orm';
import type { Agent } from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderRequest } from '#shared/order.ts';
import { preview as previewSchema } from '#shared/previews.ts';
import {
  circuitBreakers,
  expenses,
  podcastLines,
  podcasts,
  previews,
  rateLimits,
} from '../../base/db/tables.ts';
import { estimatePreview } from '../../supply/costs/estimate.ts';
import { openPriceList } from '../../supply/costs/priceList.ts';
import { aPlan, writePreview } from '../../testing/builders.ts';
import { signInWithGoogle, someone } from '../../testing/signInWithGoogle.ts';
import { sourceText } from '../../testing/sourceText.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';
import { pendingWorkOf } from './cap.ts';
import { openPreviewLog } from './previewLog.ts';

/** US dollars a day. */
const CAP = 0.5;

let app: TestApp;
let voices: { voice1Id: string; voice2Id: string };
let admin: Agent;
beforeAll(async () => {
  const env = { TRUST_PROXY: '1', PREVIEW_CAP: String(CAP), ADMIN_EMAILS: 'admin@example.com' };
  app = await openTestApp({ work: false, env });
  const { body } = await app.visitor().get('/api/voices').expect(200);
  voices = { voice1Id: body.voices[0].id, voice2Id: body.voices[1].id };
  admin = (await app.buyer('admin@example.com')).visitor;
});
beforeEach(async () => {
  await app.db.delete(rateLimits);
  await app.db.delete(expenses);
  // As if all that was asked for before had been made.
  await app.db.update(podcasts).set({ stage: 'queued' }).where(eq(podcasts.status, 'preview'));
});
afterAll(() => app.close());

const request = (more: Partial<OrderRequest> = {}) => ({
  topic: `Why does the sea ${randomUUID()}?`,
  duration: 10,
  ...voices,
  ...more,
});
const post = (visitor: Agent, body: object, from = '203.0.113.1') =>
  visitor.post('/api/previews').set('X-Forwarded-For', from).send(body);
async function begin(visitor: Agent, body: object = request()) {
  const reply = await post(visitor, body).expect(201);
  return previewSchema.parse(reply.body.preview);
}
const sound = (visitor: Agent, id: string, from = '203.0.113.1') =>
  visitor.post(`/api/previews/${id}/sound`).set('X-Forwarded-For', from);
const find = async (visitor: Agent, id: string, query = '') =>
  previewSchema.parse((await visitor.get(`/api/previews/${id}${query}`).expect(200)).body.preview);
async function rowOf(id: string) {
  const [row] = await app.db
    .select({ preview: previews, podcast: podcasts })
    .from(previews)
    .innerJoin(podcasts, eq(podcasts.id, previews.podcastId))
    .where(eq(previews.id, id));
  if (!row) throw new Error('there is no such preview');
  return row;
}
async function jobsOf(podcastId: number): Promise<number> {
  const { rows } = await app.pool.query(
    `select 1 from pgboss.job where name = 'preview' and singleton_key = $1`,
    [String(podcastId)],
  );
  return rows.length;
}

describe('a preview', () => {
  it('is the row of an episode of nobody, with its job, and says how far it is', async () => {
    const visitor = app.visitor();
    const body = request({ tone: 'Calm', brief: undefined });
    const given = await begin(visitor, body);
    expect(given).toMatchObject({
      state: 'writing',
      title: null,
      lines: [],
      chapters: null,
      sound: { state: 'none', partsUrl: `/media/preview/${given.id}/parts.json`, seconds: null },
      failure: null,
    });
    const left = new Date(given.expiresAt).getTime() - Date.now();
    expect(Math.abs(left - 24 * 3_600_000)).toBeLessThan(60_000);
    const { podcast } = await rowOf(given.id);
    expect(podcast).toMatchObject({
      status: 'preview',
      stage: 'writing',
      userId: null,
      email: '',
      title: '',
      topic: body.topic,
      tone: 'Calm',
      models: expect.objectContaining({ script: expect.any(String) }),
      voice1Name: expect.stringMatching(/\w/),
    });
    expect(await jobsOf(podcast.id)).toBe(1);

    await openPreviewLog(app.db).keepPlan(podcast.id, 10, aPlan);
    await writePreview(app.db, podcast.id, { withSound: true });
    expect(await find(visitor, given.id, '?minutes=10')).toMatchObject({
      state: 'written',
      title: 'What turns the sea',
      lines: [
        { speaker: 'A', text: 'What turns the sea?' },
        { speaker: 'B', text: 'Something pulls.' },
        { speaker: 'A', text: 'And what pulls harder?' },
      ],
      chapters: ['The pull', 'The turn'],
    });
    expect((await find(visitor, given.id, '?minutes=25')).chapters).toBeNull();
    await visitor.get(`/api/previews/${given.id}?minutes=12`).expect(400);
  });

  it('shows a line once it is read', async () => {
    const visitor = app.visitor();
    const { id } = await begin(visitor, request());
    const { podcast } = await rowOf(id);
    const line = { podcastId: podcast.id, section: 0, speaker: 'A' as const };
    await app.db.insert(podcastLines).values([
      { ...line, position: 0, text: 'It is read.', state: 'read' },
      { ...line, position: 1, text: 'It is only written.' },
    ]);
    expect((await find(visitor, id)).lines).toMatchObject([{ text: 'It is read.' }]);
  });

  it('is the same for whoever asks for the same, in whatever length', async () => {
    const [one, other] = [app.visitor(), app.visitor()];
    const body = request();
    const given = await begin(one, body);
    const { podcast } = await rowOf(given.id);
    const again = await post(other, body).expect(200);
    expect(again.body.preview.id).toBe(given.id);
    const longer = await post(other, { ...body, duration: 25 }).expect(200);
    expect(longer.body.preview.id).toBe(given.id);
    expect((await rowOf(given.id)).preview.lengths).toEqual([10, 25]);
    expect(await jobsOf(podcast.id)).toBe(1);
    for (const change of [{ tone: 'Calm' }, { style: 'Debate' }, { topic: 'Other tides' }]) {
      const reply = await post(one, { ...body, ...change }).expect(201);
      expect(reply.body.preview.id).not.toBe(given.id);
    }
  });

  it('keeps the channel of whoever asked first, and one that nobody knows as direct', async () => {
    const body = request();
    const { id } = await begin(app.visitor(), { ...body, channel: 'samples' });
    const again = await post(app.visitor(), { ...body, channel: 'embed' }).expect(200);
    expect(again.body.preview.id).toBe(id);
    await post(app.visitor(), { ...body, duration: 25, channel: 'own' }).expect(200);
    expect((await rowOf(id)).preview).toMatchObject({ channel: 'samples', lengths: [10, 25] });
    for (const channel of ['a billboard', 7, null, undefined]) {
      const unknown = await begin(app.visitor(), { ...request(), channel });
      expect((await rowOf(unknown.id)).preview.channel).toBe('direct');
    }
  });

  it('is begun once by two who ask at the same time', async () => {
    const body = request();
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, n) => post(app.visitor(), body, `203.0.113.${n}`)),
    );
    expect(new Set(replies.map((reply) => reply.body.preview.id)).size).toBe(1);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await app.db.$count(podcasts, eq(podcasts.topic, body.topic))).toBe(1);
  });

  it('that has rested is worked on again for another length', async () => {
    const visitor = app.visitor();
    const body = request();
    const { id } = await begin(visitor, body);
    const { podcast } = await rowOf(id);
    await openPreviewLog(app.db).keepPlan(podcast.id, 10, aPlan);
    await writePreview(app.db, podcast.id);
    await post(visitor, body).expect(200);
    expect((await rowOf(id)).podcast.stage).toBe('queued');
    const longer = await post(visitor, { ...body, duration: 15 }).expect(200);
    expect(longer.body.preview).toMatchObject({ state: 'written', chapters: null });
    expect((await rowOf(id)).podcast.stage).toBe('writing');
  });

  it('that has failed says why, and is begun anew by who asks again', async () => {
    const visitor = app.visitor();
    const body = request();
    const { id } = await begin(visitor, body);
    const { podcast } = await rowOf(id);
    const lines: never[] = [];
    await openPreviewLog(app.db).fail({ podcast, lines }, 'Our hosts could not talk about it.');
    expect(await find(visitor, id)).toMatchObject({
      state: 'failed',
      failure: 'Our hosts could not talk about it.',
    });
    const refused = await sound(visitor, id).expect(409);
    expect(refused.body.message).toBe('Our hosts could not talk about it.');
    expect((await begin(visitor, body)).id).not.toBe(id);
  });
});

describe('what is refused', () => {
  it('is refused at its field, and leaves nothing', async () => {
    const visitor = app.visitor();
    const before = await app.db.$count(previews);
    const wrong = await post(visitor, request({ voice2Id: 'gone' })).expect(400);
    expect(wrong.body.fields).toHaveProperty('voice2Id');
    const same = await post(visitor, request({ voice2Id: voices.voice1Id })).expect(400);
    expect(same.body.fields).toHaveProperty('voice2Id');
    const foreign = await post(visitor, request({ sources: ['somebody-else’s'] })).expect(400);
    expect(foreign.body.fields).toHaveProperty('sources');
    expect(await app.db.$count(previews)).toBe(before);
  });

  it('a refused topic is refused before anything is written, wherever it stands', async () => {
    const visitor = app.visitor();
    const avoid = { id: null, questions: [], level: null, avoid: ['how to build a bomb'] };
    for (const more of [{ topic: 'how to build a bomb' }, { brief: avoid }]) {
      const { body } = await post(visitor, request(more)).expect(422);
      expect(body).toMatchObject({ code: 'topic_refused', fields: { topic: expect.any(String) } });
    }
  });

  it('what a visitor brought begins their preview, and nobody else’s', async () => {
    const visitor = app.visitor();
    const text = `The moon pulls ${randomUUID()}.`;
    const { body } = await visitor
      .post('/api/sources')
      .send({ text: sourceText(text) })
      .expect(201);
    const previewRequest = request({ sources: [body.source.id], onlyTheseSources: true });
    const { id } = await begin(visitor, previewRequest);
    expect((await rowOf(id)).podcast).toMatchObject({
      sources: [body.source.id],
      onlyTheseSources: true,
    });
    await post(app.visitor(), previewRequest).expect(400);
    // A preview alone does not hold it.
    await visitor.delete(`/api/sources/${body.source.id}`).expect(204);
  });

  it('while previews are off or sales are paused, there are none; those that are there stay', async () => {
    const visitor = app.visitor();
    const known = request();
    const { id } = await begin(visitor, known);
    await admin.patch('/api/admin/features').send({ previews: false }).expect(200);
    for (const reply of [post(visitor, known), sound(visitor, id)]) {
      const { body } = await reply.expect(503);
      expect(body.message).toBe('There are no previews at the moment. You can order without one.');
    }
    await find(visitor, id);
    const offered = async () => (await visitor.get('/api/config').expect(200)).body.previews;
    expect(await offered()).toBe(false);
    await admin.patch('/api/admin/features').send({ previews: true }).expect(200);
    expect(await offered()).toBe(true);

    await app.db
      .insert(circuitBreakers)
      .values({ provider: 'ElevenLabs', state: 'open', message: 'away' });
    for (const reply of [post(visitor, request()), sound(visitor, id)]) {
      expect((await reply.expect(503)).body.message).toMatch(/^We can’t take orders right now/);
    }
    await post(visitor, known).expect(200);
    await app.db.delete(circuitBreakers);
    await begin(visitor);
  });
});

describe('whose it is', () => {
  it('only the session that asked reaches it, its sound and its parts', async () => {
    const [visitor, stranger] = [app.visitor(), app.visitor()];
    const body = request();
    const { id } = await begin(visitor, body);
    const { podcast } = await rowOf(id);
    await writePreview(app.db, podcast.id, { withSound: true });
    const media = `/media/preview/${id}`;
    const parts = await visitor.get(`${media}/parts.json`).expect(200);
    expect(parts.body.parts).toEqual([
      { number: 1, url: `${media}/part-1.mp3`, startTime: 0, duration: 2.25 },
      { number: 2, url: `${media}/part-2.mp3`, startTime: 2.25, duration: 4.75 },
    ]);
    expect(parts.headers).toMatchObject({
      'x-robots-tag': 'noindex',
      'cache-control': 'private, no-store',
    });
    expect((await find(visitor, id)).lines.map(({ start }) => start)).toEqual([0, 2.5, 5]);
    const part = await visitor.get(`${media}/part-2.mp3`).redirects(0).expect(302);
    expect(part.headers.location).toContain(`episodes/preview-${podcast.id}/part-2.mp3`);
    expect(part.headers['x-robots-tag']).toBe('noindex');
    await visitor.get(`${media}/part-3.mp3`).expect(404);

    await begin(stranger);
    const address = `/api/previews/${id}`;
    for (const path of [address, `${media}/parts.json`, `${media}/part-1.mp3`])
      await stranger.get(path).redirects(0).expect(404);
    await sound(stranger, id).expect(404);
    // As an episode it is nobody's, by whichever of its names.
    for (const token of [podcast.shareToken, podcast.emailToken, podcast.publicId])
      await visitor.get(`/media/${token}/parts.json`).expect(404);
    await post(stranger, body).expect(200);
    await find(stranger, id);
  });

  it('stays with who registers, signs in or comes with Google', async () => {
    const visitor = app.visitor();
    const { id } = await begin(visitor);
    const account = { email: `${randomUUID()}@example.com`, password: 'secret1' };
    await visitor.post('/api/auth/register').send(account).expect(201);
    await find(visitor, id);
    const again = app.visitor();
    const { id: second } = await begin(again);
    await again.post('/api/auth/login').send(account).expect(200);
    await find(again, second);
    await again.get(`/api/previews/${id}`).expect(404);
    const google = app.visitor();
    const { id: third } = await begin(google);
    await signInWithGoogle(app, someone(), google);
    await find(google, third);
  });

  it('of two tabs each keeps its own, and signing in meanwhile stays signed in', async () => {
    const visitor = app.visitor();
    const known = request();
    await begin(app.visitor(), known);
    await begin(visitor);
    await app.setFaults({ openai: { latency: 1000 } });
    const slow = post(visitor, request()).then((reply) => reply.body.preview.id as string);
    const quick = (await post(visitor, known).expect(200)).body.preview.id as string;
    for (const id of [await slow, quick]) await find(visitor, id);

    const late = post(visitor, request()).then(({ status }) => status);
    const account = { email: `${randomUUID()}@example.com`, password: 'secret1' };
    await visitor.post('/api/auth/register').send(account).expect(201);
    expect(await late).toBe(201);
    await app.setFaults({});
    const { body } = await visitor.get('/api/auth/me').expect(200);
    expect(body.user).toMatchObject({ email: account.email });
    await find(visitor, quick);
  });

  it('a session remembers its newest twenty', async () => {
    const visitor = app.visitor();
    const ids: string[] = [];
    for (let n = 0; n < 21; n++) {
      await app.db.update(podcasts).set({ stage: 'queued' }).where(eq(podcasts.status, 'preview'));
      const reply = await post(visitor, request(), `203.0.114.${n}`).expect(201);
      ids.push(reply.body.preview.id);
    }
    const [oldest = '', second = ''] = ids;
    await visitor.get(`/api/previews/${oldest}`).expect(404);
    await find(visitor, second);
  });
});

describe('sound', () => {
  it('is made once it is asked for, and ready when all of it is there', async () => {
    const visitor = app.visitor();
    const { id } = await begin(visitor);
    const { podcast } = await rowOf(id);
    await openPreviewLog(app.db).keepPlan(podcast.id, 10, aPlan);
    await writePreview(app.db, podcast.id);
    const asked = await sound(visitor, id).expect(202);
    expect(asked.body.preview.sound).toMatchObject({ state: 'making', seconds: null });
    expect((await rowOf(id)).podcast.stage).toBe('speaking');
    expect(await openPreviewLog(app.db).pendingWork(podcast.id)).toMatchObject({
      wantsSound: true,
    });
    await openPreviewLog(app.db).keepSound(podcast.id, 31.25);
    expect((await find(visitor, id)).sound).toMatchObject({ state: 'ready', seconds: 31.25 });
  });

  it('is refused in a voice that has ended meanwhile, which is named', async () => {
    const visitor = app.visitor();
    const { id } = await begin(visitor);
    const { podcast } = await rowOf(id);
    await app.db.update(podcasts).set({ voice2Id: 'ended' }).where(eq(podcasts.id, podcast.id));
    const { body } = await sound(visitor, id).expect(400);
    expect(body.fields.voice2Id).toMatch(/no longer available/);
  });

  it('is made three times an hour for an address and for an account, and costs nothing asked for already', async () => {
    const { visitor } = await app.buyer();
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push((await begin(visitor)).id);
    const [one = '', two = '', three = '', four = '', five = ''] = ids;
    for (const id of [one, one, one, two, two, three]) await sound(visitor, id).expect(202);
    const refused = await sound(visitor, four).expect(429);
    expect(refused.body).toMatchObject({
      code: 'too_many',
      message: expect.stringMatching(/several previews in a short time/),
    });
    await sound(visitor, one).expect(202);
    // From elsewhere it is the same account, and somebody else there is as free as anybody.
    await sound(visitor, five, '198.51.100.7').expect(429);
    const other = app.visitor();
    const { id } = await begin(other);
    await sound(other, id, '198.51.100.8').expect(202);
  });
});

describe('limits', () => {
  it('ten new texts an hour for an address; a known one costs nothing', async () => {
    const visitor = app.visitor();
    const known = request();
    await begin(visitor, known);
    for (let n = 0; n < 3; n++) await post(visitor, known).expect(200);
    for (let n = 1; n < 10; n++) {
      await app.db.update(podcasts).set({ stage: 'queued' }).where(eq(podcasts.status, 'preview'));
      await begin(visitor);
    }
    const { body } = await post(visitor, request()).expect(429);
    expect(body).toMatchObject({
      code: 'too_many',
      message: expect.stringMatching(/order without one; everything you chose is kept/),
    });
    await post(visitor, { ...known, duration: 15 }).expect(200);
  });

  it('two hundred requests from everywhere cost at most the cap, and an order is placed all the same', async () => {
    const prices = openPriceList({
      input: undefined,
      cachedInput: undefined,
      cacheWrite: undefined,
      output: undefined,
      characters: undefined,
    });
    /** Makes all that is in work, at the price that was reckoned with. */
    async function produceAll() {
      const inWork = await app.db
        .select({ preview: previews, podcast: podcasts })
        .from(previews)
        .innerJoin(podcasts, eq(podcasts.id, previews.podcastId))
        .where(ne(podcasts.stage, 'queued'));
      for (const { preview, podcast } of inWork) {
        if (!podcast.models) throw new Error('it has no models');
        const pending = pendingWorkOf({ ...preview, ...podcast });
        const microdollars = estimatePreview(pending, podcast.models, prices);
        await app.db
          .insert(expenses)
          .values({ provider: 'OpenAI', podcastId: podcast.id, microdollars });
        await writePreview(app.db, podcast.id);
        await app.db.update(previews).set({ seconds: 30 }).where(eq(previews.id, preview.id));
      }
    }
    const spent = async () => {
      const sum = sql<number>`coalesce(sum(${expenses.microdollars}), 0)::int`;
      return (await app.db.select({ sum }).from(expenses))[0]?.sum ?? 0;
    };

    const statuses = new Map<number, number>();
    async function attack(n: number): Promise<void> {
      const from = `198.51.100.${n % 50}`;
      const visitor = app.visitor();
      const { status, body } = await post(visitor, request(), from);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 201) await sound(visitor, body.preview.id, from);
      else expect(body.message).toMatch(/no more previews today|a lot of previews in a short time/);
    }
    for (let wave = 0; wave < 10; wave++) {
      await Promise.all(Array.from({ length: 20 }, (_, n) => attack(wave * 20 + n)));
      await produceAll();
    }
    expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(200);
    expect(statuses.get(201)).toBeGreaterThan(5);
    expect(await spent()).toBeLessThanOrEqual(CAP * 1_000_000);
    // Not because everybody was refused, nor because few asked.
    expect(statuses.get(503)).toBeGreaterThan(100);
    expect(await spent()).toBeGreaterThan(CAP * 800_000);

    const full = await post(app.visitor(), request(), '192.0.2.77').expect(503);
    expect(full.body).toMatchObject({
      code: 'unavailable',
      message: 'There are no more previews today. You can order without one.',
    });
    const buyer = await app.buyer();
    await buyer.order();
  }, 180_000);
});

it('an admin sees previews, what they cost and how many were ordered, and none among the episodes', async () => {
  const before = (await admin.get('/api/admin/figures').expect(200)).body.figures.previews;
  const { visitor, request: form, email } = await app.buyer();
  const previewRequest = await form({ topic: `Why ${randomUUID()}?` });
  const { id } = await begin(visitor, previewRequest);
  await sound(visitor, id).expect(202);
  const { podcast } = await rowOf(id);
  await app.db
    .insert(expenses)
    .values({ provider: 'OpenAI', podcastId: podcast.id, microdollars: 1234 });
  await writePreview(app.db, podcast.id);
  const { body } = await visitor
    .post('/api/orders')
    .send({ ...previewRequest, preview: id })
    .expect(201);
  expect(body.order).toMatchObject({ hasPreview: true, email });
  const { body: checkout } = await visitor
    .post(`/api/orders/${body.order.id}/checkout`)
    .expect(200);
  await app.pay(checkout.transactionId);
  await admin.post(`/api/admin/orders/${body.order.id}/recheck`).expect(200);

  const { previews: after } = (await admin.get('/api/admin/figures').expect(200)).body.figures;
  expect(after).toMatchObject({
    count: before.count + 1,
    withSound: before.withSound + 1,
    ordered: before.ordered + 1,
  });
  const listed = async () =>
    JSON.stringify((await admin.get('/api/admin/podcasts?limit=100').expect(200)).body);
  expect(await listed()).not.toContain(podcast.publicId);
  await app.db.update(podcasts).set({ status: 'deleted' }).where(eq(podcasts.id, podcast.id));
  expect(await listed()).not.toContain(podcast.publicId);
  await admin.post(`/api/admin/podcasts/${podcast.publicId}/retry`).send({}).expect(404);
  await admin.get(`/api/admin/podcasts/${podcast.publicId}/sources`).expect(404);

  // What a buyer is told of it in the export: that, and nothing of the preview itself.
  const { text } = await visitor.get('/api/account/export').expect(200);
  expect(JSON.parse(text).orders[0]).toMatchObject({ hasPreview: true });
  expect(text).not.toContain(id);
});
