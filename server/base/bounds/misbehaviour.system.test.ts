import { randomUUID } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { podcast as podcastSchema } from '#shared/episode.ts';
import { pdfs } from '../../../standins/web/pdfs.ts';
import { makePdf } from '../../reading/web/testing/pdf.ts';
import { eventually } from '../../testing/eventually.ts';
import { sourceText } from '../../testing/sourceText.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';
import { rateLimits } from '../db/tables.ts';

/*
 * One account and its network misbehave, on a server behind a proxy that tells where each comes from;
 * somebody else comes to buy meanwhile. Times are the business of `bench/shares.ts`.
 */

type Agent = ReturnType<TestApp['visitor']>;

const ATTACKER = '2001:db8:bad:1::1';
const PASSWORD = 'secret1';
/** More than the product has room for at any one thing. */
const AT_ONCE = 40;
const topic = () => `Why does the sea ${randomUUID()}?`;
/** 300 pages which share one stream that takes the parser all of its time. */
const SLOW = makePdf(
  Array.from({ length: 300 }, () => deflateSync('BT /F1 12 Tf (aaaaaaaa) Tj ET '.repeat(60_000))),
  { filter: '/Filter/FlateDecode' },
);

let app: TestApp;
let voices: { voice1Id: string; voice2Id: string };
let bad: { agent: Agent; email: string; orderId: string };
beforeAll(async () => {
  app = await openTestApp({ env: { TRUST_PROXY: '1' } });
  const { body } = await app.visitor().get('/api/voices').expect(200);
  voices = { voice1Id: body.voices[0].id, voice2Id: body.voices[1].id };
  await app.makeAtMost(1);
  const agent = from(ATTACKER);
  const email = await register(agent);
  bad = { agent, email, orderId: await order(agent, email) };
}, 60_000);
beforeEach(() => app.db.delete(rateLimits));
afterAll(() => app.close());

const from = (address: string): Agent => app.visitor().set('X-Forwarded-For', address);

async function register(agent: Agent): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await agent.post('/api/auth/register').send({ email, password: PASSWORD }).expect(201);
  return email;
}

async function order(agent: Agent, email: string): Promise<string> {
  const orderRequest = { topic: topic(), duration: 10, email, ...voices };
  return (await agent.post('/api/orders').send(orderRequest).expect(201)).body.order.id;
}

const upload = (agent: Agent, pdf: Buffer) =>
  agent.post('/api/sources').set('Content-Type', 'application/pdf').send(pdf);

/** Each of them is asked for again and again; what comes back is the attacker's own trouble. */
const ways: [name: string, (agent: Agent) => PromiseLike<unknown>][] = [
  [
    'signs in with the right password',
    (agent) => agent.post('/api/auth/login').send({ email: bad.email, password: PASSWORD }),
  ],
  [
    'guesses passwords',
    (agent) => agent.post('/api/auth/login').send({ email: bad.email, password: 'wrong one' }),
  ],
  [
    'makes accounts',
    (agent) =>
      agent
        .post('/api/auth/register')
        .send({ email: `${randomUUID()}@example.com`, password: PASSWORD }),
  ],
  [
    'sets passwords by links that do not exist',
    (agent) =>
      agent
        .post('/api/auth/reset-password')
        .send({ token: randomUUID(), password: PASSWORD, confirmPassword: PASSWORD }),
  ],
  ['uploads PDFs that take the parser all of its time', (agent) => upload(agent, SLOW)],
  [
    'brings links',
    (agent) => agent.post('/api/sources').send({ url: `https://example.com/${randomUUID()}` }),
  ],
  [
    'opens one payment again and again',
    (agent) => agent.post(`/api/orders/${bad.orderId}/checkout`),
  ],
  [
    'orders',
    (agent) =>
      agent.post('/api/orders').send({ ...voices, topic: topic(), duration: 10, email: bad.email }),
  ],
  ['has topics read', (agent) => agent.post('/api/briefs').send({ topic: topic() })],
  [
    'asks for previews',
    (agent) => agent.post('/api/previews').send({ topic: topic(), duration: 10, ...voices }),
  ],
];

/** Does it many times at once until `stop`. */
function misbehave(way: (agent: Agent) => PromiseLike<unknown>) {
  let isOver = false;
  const loops = Array.from({ length: AT_ONCE }, async () => {
    for (let n = 0; n < 500 && !isOver; n++) await way(bad.agent);
  });
  return async () => {
    isOver = true;
    await Promise.all(loops);
  };
}

/** Signs in, brings a PDF and opens a payment; returns the order. */
async function buy(address: string) {
  const agent = from(address);
  const email = await register(agent);
  await agent.post('/api/auth/logout').expect(200);
  await agent.post('/api/auth/login').send({ email, password: PASSWORD }).expect(200);
  const pdf = Buffer.concat([pdfs.ordinary(), Buffer.from(`\n%${randomUUID()}`)]);
  const source = await upload(agent, pdf).expect(201);
  const id = await order(agent, email);
  const { body } = await agent.post(`/api/orders/${id}/checkout`).expect(200);
  expect(source.body.source.kind).toBe('pdf');
  return { agent, id, transactionId: body.transactionId as string };
}

it.each(ways)(
  'somebody %s, and another one signs in, brings a source and opens a payment',
  async (_name, way) => {
    const stop = misbehave(way);
    await buy('203.0.113.5');
    await stop();
  },
  120_000,
);

it('somebody does all of it at once, and another one gets an episode', async () => {
  const stops = ways.map(([, way]) => misbehave(way));
  const { agent, id, transactionId } = await buy('203.0.113.6');
  await app.pay(transactionId);
  const path = await eventually('the order is paid', async () => {
    const { body } = await agent.get(`/api/orders/${id}`).expect(200);
    return body.order.podcast && `/api/podcasts/${body.order.podcast.publicId}`;
  });
  const isMade = async () => {
    const { body } = await agent.get(path).expect(200);
    return podcastSchema.parse(body.podcast).status === 'completed';
  };
  await eventually('the episode is made', isMade, 180);
  await Promise.all(stops.map((stop) => stop()));
}, 300_000);

it('a hundred honest accounts behind one address are refused nothing', async () => {
  const agents = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const agent = from('198.51.100.7');
      const email = await register(agent);
      await agent.post('/api/auth/login').send({ email, password: PASSWORD }).expect(200);
      await agent
        .post('/api/sources')
        .send({ text: sourceText(`Notes ${randomUUID()}`) })
        .expect(201);
      await agent.post('/api/briefs').send({ topic: topic() }).expect(200);
      return { agent, id: await order(agent, email) };
    }),
  );
  for (let n = 0; n < agents.length; n += 20) {
    await Promise.all(
      agents.slice(n, n + 20).map(async ({ agent, id }) => {
        await agent.post(`/api/orders/${id}/checkout`).expect(200);
      }),
    );
    // As if 20 seconds had passed: so many payments one address may open in them.
    await app.db.delete(rateLimits).where(like(rateLimits.key, 'checkout-calls%'));
  }
}, 300_000);
