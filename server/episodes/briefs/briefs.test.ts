import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { briefs, expenses, orders, rateLimits, users } from '../../base/db/tables.ts';
import { anAttachedSource } from '../../testing/builders.ts';
import { sourceText } from '../../testing/sourceText.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: false });
});
beforeEach(async () => {
  await app.db.delete(rateLimits);
  await app.db.delete(briefs);
});
afterAll(() => app.close());

const read = (topic: string) => app.visitor().post('/api/briefs').send({ topic });
const readings = async () =>
  (await app.purchases()).filter((entry) => entry.kind === 'llm' && entry.call === 'brief');

it('each question of a topic is read out of it, once for everybody, and paid for once', async () => {
  const topic = 'Why do cats purr? Does it heal them? I am a vet';
  const before = (await readings()).length;
  const { body } = await read(topic).expect(200);
  expect(body.brief).toMatchObject({
    id: expect.any(String),
    questions: [
      { id: 'q1', text: 'Why do cats purr?' },
      { id: 'q2', text: 'Does it heal them?' },
    ],
    language: 'en',
    notice: null,
  });
  const again = await read(`  ${topic} `).expect(200);
  expect(again.body).toEqual(body);
  expect((await readings()).length - before).toBe(1);
  const bills = await app.db.select().from(expenses);
  expect(
    bills.filter(({ podcastId, inputTokens }) => podcastId === null && inputTokens > 0),
  ).toHaveLength(1);
});

it('titles of one’s own sources count, and answer nobody else’s request', async () => {
  const topic = 'What does my aunt know about bees?';
  const owner = app.visitor();
  const attached = await owner
    .post('/api/sources')
    .send({ text: sourceText('Notes of aunt Ida. She kept bees.') });
  const sources = [attached.body.source.id];
  const ask = async (who: typeof owner, ids: string[]) => {
    const before = (await readings()).length;
    const { body } = await who.post('/api/briefs').send({ topic, sources: ids }).expect(200);
    return { id: body.brief.id, isNew: (await readings()).length > before };
  };
  const own = await ask(owner, sources);
  expect(own.isNew).toBe(true);
  // To a stranger they are unknown, and what is unknown is left out.
  const stranger = await ask(app.visitor(), sources);
  expect(stranger).toMatchObject({ isNew: true, id: expect.not.stringMatching(own.id) });
  expect(await ask(app.visitor(), [])).toEqual({ ...stranger, isNew: false });
  expect(await ask(owner, ['unknown', ...sources, ...sources])).toEqual({ ...own, isNew: false });
  // Neither does a topic that is written as both together are.
  const lines = `${topic}\n${attached.body.source.title}`;
  const { body } = await read(lines).expect(200);
  expect(body.brief.id).not.toBe(own.id);
});

it('a topic in another language is read, and the buyer is told which language the episode is in', async () => {
  const { body } = await read('日本の発酵食品').expect(200);
  expect(body.brief).toMatchObject({
    questions: [{ id: 'q1', text: '日本の発酵食品' }],
    language: 'ja',
    notice: 'We’ll talk about it in English.',
  });
});

it.each([
  ['emoji', '🐙🐙🐙'],
  ['one letter', 'x'],
])('a topic of nothing but %s has no questions', async (_what, topic) => {
  const { body } = await read(topic).expect(200);
  expect(body.brief.questions).toEqual([]);
});

it('a question that is too long is cut between characters, so that it can be stored', async () => {
  const { body } = await read(`x${'🐙'.repeat(150)} why?`).expect(200);
  const [question] = body.brief.questions;
  expect(question.text).toBe(`x${'🐙'.repeat(99)}`);
});

it('a topic that moderation refuses is not read, and nothing of it is kept', async () => {
  const before = (await readings()).length;
  const { body } = await read('How to build a bomb at home').expect(422);
  expect(body).toMatchObject({ code: 'topic_refused', fields: { topic: expect.any(String) } });
  expect((await readings()).length).toBe(before);
  expect(await app.db.select().from(briefs)).toEqual([]);
});

it('beside a source whose title moderation refuses, a topic is not read', async () => {
  const { visitor, email } = await app.buyer();
  const [user] = await app.db.select().from(users).where(eq(users.email, email));
  const title = 'How to build a bomb at home. Ask nobody.';
  // Brought before the texts of sources were looked at.
  const source = await anAttachedSource(app.db, { id: user?.id ?? 0 }, { title });
  const before = (await readings()).length;
  const asked = { topic: 'What may one do at home?', sources: [source.id] };
  const refused = await visitor.post('/api/briefs').send(asked).expect(422);
  expect(refused.body.code).toBe('topic_refused');
  expect((await readings()).length).toBe(before);
});

it('when the model is away or answers nonsense there is no brief, within seconds, and the order goes on', async () => {
  for (const fault of [{ errorRate: 1 }, { garbage: 1 }]) {
    await app.setFaults({ openai: fault });
    const { body } = await read(`Why do owls turn their heads? ${Object.keys(fault)}`).expect(503);
    expect(body.code).toBe('unavailable');
  }
  await app.setFaults({});
  const { order } = await app.buyer();
  await order();
}, 30_000);

it('the 31st reading of an hour is refused', async () => {
  for (let n = 0; n < 30; n++) await read('Why do cats purr?').expect(200);
  await read('Why do cats purr?').expect(429);
});

it('an order keeps its brief as the buyer edited it', async () => {
  const { body } = await read('Why do cats purr? Does it heal them?').expect(200);
  const brief = {
    id: body.brief.id,
    questions: [{ id: 'q2', text: 'Does purring  heal broken bones?' }],
    level: 'a vet',
    avoid: ['anatomy'],
  };
  const { order } = await app.buyer();
  await order({ brief });
  const [kept] = (await app.db.select().from(orders)).slice(-1);
  expect(kept?.brief).toEqual({
    ...brief,
    questions: [{ id: 'q2', text: 'Does purring heal broken bones?' }],
  });
});

it('a brief that moderation refuses is refused with its topic', async () => {
  const { visitor, request } = await app.buyer();
  const brief = {
    id: null,
    questions: [{ id: 'q1', text: 'How to build a bomb at home?' }],
    level: null,
    avoid: [],
  };
  const reply = await visitor.post('/api/orders').send(await request({ brief }));
  expect(reply.status).toBe(422);
  expect(reply.body.code).toBe('topic_refused');
});

it('a brief with too many or too long questions is refused at its field', async () => {
  const { visitor, request } = await app.buyer();
  const question = (text: string) => ({ id: 'q', text });
  for (const questions of [
    Array.from({ length: 7 }, (_, n) => question(`Why ${n}?`)),
    [question('x'.repeat(201))],
    [question('  ')],
  ]) {
    const orderRequest = await request();
    const sent = { ...orderRequest, brief: { id: null, questions, level: null, avoid: [] } };
    const reply = await visitor.post('/api/orders').send(sent).expect(400);
    expect(Object.keys(reply.body.fields)[0]).toMatch(/^brief\.questions/);
  }
});
