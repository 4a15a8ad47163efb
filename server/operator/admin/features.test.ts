import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { FEATURES, type FeaturesPatch } from '#shared/features.ts';
import { audit, briefs, orders, rateLimits, sources, users } from '../../base/db/tables.ts';
import { earlierEpisodes } from '../../episodes/log/earlierEpisodes.ts';
import { type AdminApp, openAdminApp } from '../../testing/adminApp.ts';
import { aFinishedPodcast } from '../../testing/builders.ts';
import { sourceText } from '../../testing/sourceText.ts';

let app: AdminApp;
beforeAll(async () => {
  app = await openAdminApp();
});
beforeEach(async () => {
  await app.db.delete(rateLimits);
  await set(allOn);
});
afterAll(() => app.close());

const allOn = { briefs: true, memory: true, previews: true, research: true, sources: true };

const set = async (patch: FeaturesPatch) =>
  (await app.admin.patch('/api/admin/features').send(patch).expect(200)).body.features;
const acts = () => app.db.select().from(audit).orderBy(desc(audit.id));
const topic = 'Why do cats purr? Does it heal them?';
const read = () => app.visitor().post('/api/briefs').send({ topic });
const boughtFor = async () =>
  (await app.purchases()).filter(({ kind }) => kind === 'llm' || kind === 'moderation').length;

it('every feature is on until an admin switches it off, and each change names who made it', async () => {
  const before = await acts();
  expect(await set({})).toEqual(allOn);
  for (const feature of FEATURES) {
    const without = { ...allOn, [feature]: false };
    expect(await set({ [feature]: false })).toEqual(without);
    expect(await set({ [feature]: false })).toEqual(without);
    const { body } = await app.admin.get('/api/admin/features').expect(200);
    expect(body.features).toEqual(without);
    expect(await set({ [feature]: true })).toEqual(allOn);
  }
  const [admin] = await app.db.select().from(users).where(eq(users.email, 'admin@example.com'));
  const written = (await acts()).slice(0, -before.length || undefined);
  expect(written.map(({ actorId, action, target }) => [actorId, action, target])).toEqual([
    ...FEATURES.toReversed().flatMap((feature) => [
      [admin?.id, 'feature switched on', `feature:${feature}`],
      [admin?.id, 'feature switched off', `feature:${feature}`],
    ]),
  ]);
});

it('a feature that does not exist is refused', async () => {
  await app.admin.patch('/api/admin/features').send({ sales: false }).expect(400);
  await app.admin.patch('/api/admin/features').send({ briefs: 'no' }).expect(400);
});

it('to anybody but an admin there are no features', async () => {
  const { visitor: user } = await app.buyer();
  for (const person of [app.visitor(), user]) {
    await person.get('/api/admin/features').expect(404);
    await person.patch('/api/admin/features').send({ briefs: false }).expect(404);
  }
  const { body } = await app.admin.get('/api/admin/features').expect(200);
  expect(body.features.briefs).toBe(true);
});

it('without briefs no topic is read, moderated or paid for, nor shown from an earlier reading, and orders go on', async () => {
  const { body } = await read().expect(200);
  const { id, questions, level, avoid } = body.brief;
  const brief = { id, questions, level, avoid };
  const { visitor } = await app.buyer();
  const before = await app.place(visitor, { topic, brief });
  await set({ briefs: false });

  await read().expect(503);
  await app.db.delete(briefs);
  const count = await boughtFor();
  expect((await read().expect(503)).body.code).toBe('unavailable');
  expect(await boughtFor()).toBe(count);
  expect(await app.db.select().from(briefs)).toEqual([]);

  const after = await app.place(visitor, { topic });
  const kept = async (order: string) =>
    (await app.db.select().from(orders).where(eq(orders.publicId, order)))[0]?.brief;
  expect(await kept(after)).toBeNull();
  expect(await kept(before)).toEqual(brief);

  await set({ briefs: true });
  await read().expect(200);
});

it('where nothing can be read up on, the switch for it promises no browser anything', async () => {
  expect(await set({ research: true })).toEqual(allOn);
  const { body } = await app.visitor().get('/api/config').expect(200);
  expect(body.research).toBe(false);
});

it('without memory the writer is told of no earlier episode, and each account keeps its own switch', async () => {
  const { email } = await app.buyer();
  const [user] = await app.db.select().from(users).where(eq(users.email, email));
  const userId = user?.id ?? 0;
  const recap = { followUps: [], facts: ['Cats purr.'], comparisons: [], opening: 'A purr.' };
  const { id } = await aFinishedPodcast(app.db, userId, { recap });
  const remembered = () => earlierEpisodes(app.db, { id: id + 1, userId });
  expect(await remembered()).toHaveLength(1);
  await set({ memory: false });
  expect(await remembered()).toEqual([]);
  const [still] = await app.db.select().from(users).where(eq(users.id, userId));
  expect(still?.hasMemory).toBe(true);
  await set({ memory: true });
  expect(await remembered()).toHaveLength(1);
});

it('without sources nothing that is brought is read or kept, and what was brought before stays', async () => {
  const { visitor } = await app.buyer();
  const attach = (text: string) => visitor.post('/api/sources').send({ text: sourceText(text) });
  const text = 'Cats purr at twenty-five cycles a second. '.repeat(20);
  const { body } = await attach(text).expect(201);
  await set({ sources: false });
  expect((await attach(`${text} Dogs do not.`).expect(503)).body.code).toBe('unavailable');
  expect(await app.db.$count(sources)).toBe(1);
  const kept = await visitor.get(`/api/sources/${body.source.id}`).expect(200);
  expect(kept.body).toEqual(body);
  await set({ sources: true });
  await attach(`${text} Dogs do not.`).expect(201);
});
