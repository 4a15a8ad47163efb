import { eq, type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  auditList,
  figuresReply,
  messageList,
  paymentEventList,
  paymentEventReply,
  podcastList,
  userList,
} from '#shared/admin.ts';
import type { Channel } from '#shared/channels.ts';
import {
  audit,
  listeningPositions,
  listens,
  orders,
  podcasts,
  users,
} from '../../base/db/tables.ts';
import { type AdminApp, openAdminApp } from '../../testing/adminApp.ts';
import { aPaidOrder, aPodcast, aPreview } from '../../testing/builders.ts';

let app: AdminApp;
beforeAll(async () => {
  app = await openAdminApp();
});
afterAll(() => app.close());

const get = async (path: string) => (await app.admin.get(`/api/admin/${path}`).expect(200)).body;

it('payment events are found by id, transaction and type, and only a single one shows its payload', async () => {
  const event = (id: string, type: string, data: object, received: number) => sql`
      insert into payment_events (event_id, type, occurred_at, received_at, payload)
      values (${id}, ${type}, now(), now() - make_interval(secs => ${received}),
              ${JSON.stringify({ data: { ...data, customer: { email: 'private@example.com' } } })})`;
  await app.db.execute(event('evt_a', 'transaction.paid', { id: 'txn_a' }, 3));
  await app.db.execute(
    event('evt_b', 'adjustment.created', { id: 'adj_b', transaction_id: 'txn_a' }, 2),
  );
  // At the very same moment, as two webhooks can arrive.
  await app.db.execute(event('evt_c', 'transaction.paid', { id: 'txn_c' }, 2));
  const find = async (query: string) => {
    const body = await get(`payment-events?${query}`);
    expect(JSON.stringify(body)).not.toContain('private@example.com');
    return paymentEventList.parse(body);
  };
  const ids = async (query: string) => (await find(query)).paymentEvents.map(({ id }) => id);
  expect(await ids('q=TXN_A')).toEqual(['evt_b', 'evt_a']);
  expect(await ids('q=evt_c')).toEqual(['evt_c']);
  expect(await ids('type=adjustment')).toEqual(['evt_b']);
  expect(await ids('q=adj_b')).toEqual([]);
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await find(`limit=1${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.paymentEvents.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(seen.sort()).toEqual(['evt_a', 'evt_b', 'evt_c']);
  const opened = paymentEventReply.parse(await get('payment-events/evt_b'));
  expect(opened.paymentEvent).toMatchObject({
    transactionId: 'txn_a',
    payload: { data: { customer: { email: 'private@example.com' } } },
  });
});

it('a contact message is marked handled once and with one audit entry', async () => {
  const message = { name: 'Ada', email: 'ada@example.com', message: '<b>Where</b> is my tape?' };
  await app.visitor().post('/api/contact').send(message).expect(201);
  const { messages } = messageList.parse(await get('messages'));
  expect(messages).toMatchObject([{ ...message, handledAt: null }]);
  const id = messages[0]?.id;
  const tick = () => app.admin.post(`/api/admin/messages/${id}/handled`).expect(200);
  const [one, two] = await Promise.all([tick(), tick()]);
  expect(one.body.message.handledAt).toEqual(expect.any(String));
  expect(two.body.message.handledAt).toBe(one.body.message.handledAt);
  const rows = await app.db
    .select()
    .from(audit)
    .where(eq(audit.target, `message:${id}`));
  expect(rows).toMatchObject([{ action: 'message handled' }]);
  await app.admin.post('/api/admin/messages/999999/handled').expect(404);
});

describe('episodes', () => {
  it('failed episodes are listed with their failure and without a listening link', async () => {
    const { id, publicId } = await aPodcast(app.db);
    const failure = 'The voice service refused our key';
    await app.db
      .update(podcasts)
      .set({ status: 'failed', failure, attempts: 5, quality: { loudness: -16.1 } })
      .where(eq(podcasts.id, id));
    const failed = podcastList.parse(await get('podcasts?status=failed')).podcasts;
    expect(failed).toMatchObject([
      { publicId, failure, attempts: 5, quality: { loudness: -16.1 }, listenUrl: null },
    ]);
    expect((await get('podcasts?status=completed')).podcasts).toEqual([]);
    await app.admin.get('/api/admin/podcasts?status=lost').expect(400);
  });

  it('only a finished episode can become a demo, and any demo can be withdrawn', async () => {
    const { id, publicId } = await aPodcast(app.db);
    const put = (isSample: unknown) =>
      app.admin.put(`/api/admin/podcasts/${publicId}/sample`).send({ isSample });
    const become = (status: 'completed' | 'deleted') =>
      app.db.update(podcasts).set({ status }).where(eq(podcasts.id, id));
    const early = await put(true).expect(409);
    expect(early.body.message).toBe('Only a finished episode can be a demo');
    await become('completed');
    const on = await put(true).expect(200);
    expect(on.body.podcast).toMatchObject({ isSample: true });
    await put(true).expect(200);
    await become('deleted');
    await put(false).expect(200);
    await put(true).expect(409);
    await put('yes').expect(400);
    const rows = await app.db
      .select()
      .from(audit)
      .where(eq(audit.target, `podcast:${publicId}`));
    expect(rows.map(({ action }) => action)).toEqual([
      'episode featured',
      'episode no longer featured',
    ]);
    await app.admin.put('/api/admin/podcasts/nobody/sample').send({ isSample: true }).expect(404);
  });
});

it('accounts are found by email and list their purchases but no credentials', async () => {
  const { id, email } = await app.sale({ duration: 25 });
  await app.admin.post(`/api/admin/orders/${id}/recheck`).expect(200);
  await app.buyer();
  const body = await get(`users?q=${email.toUpperCase()}`);
  expect(userList.parse(body).users).toMatchObject([
    { email, isAdmin: false, orders: 1, spent: 899, hasMadeFirstPurchase: true },
  ]);
  expect(Object.keys(body.users[0]).join()).not.toMatch(/hash|token|google/i);
  expect(JSON.stringify(body)).not.toContain('$2b$');
  const all = userList.parse(await get('users?limit=1'));
  expect(all.nextCursor).toEqual(expect.any(String));
});

it('an account shows how much was heard of what was paid back, and nothing of what it paid for', async () => {
  const { email } = await app.sale({ duration: 10 });
  const found = async () => userList.parse(await get(`users?q=${email}`)).users[0];
  const kept = { episodes: 0, spoken: 0, played: 0 };
  expect(await found()).toMatchObject({ paidBack: kept });
  const [user] = await app.db.select().from(users).where(eq(users.email, email));
  const userId = user?.id ?? 0;
  const failed = async (millisecondsSpoken: number) => {
    const { id } = await aPodcast(app.db);
    const patch = { userId, status: 'failed' as const, millisecondsSpoken };
    await app.db.update(podcasts).set(patch).where(eq(podcasts.id, id));
    return id;
  };
  const podcastId = await failed(490_000);
  await failed(0);
  await app.db.insert(listeningPositions).values({ userId, podcastId, seconds: 479 });
  expect(await found()).toMatchObject({
    paidBack: { episodes: 1, spoken: 490, played: 479 },
  });
});

it('sales figures count cents on the UTC day they moved, and free orders separately', async () => {
  await app.db.delete(orders);
  const order = (paid: string | null, more: object = {}) => ({
    publicId: crypto.randomUUID(),
    topic: 't',
    tone: 'Normal',
    style: 'Conversation',
    duration: 10,
    voice1Id: 'a',
    voice1Name: 'A',
    voice2Id: 'b',
    voice2Name: 'B',
    email: 'x@example.com',
    listPrice: 399,
    total: 399,
    status: 'paid' as const,
    paidAt: paid
      ? sql`(date_trunc('day', now() at time zone 'utc') ${sql.raw(paid)}) at time zone 'utc'`
      : null,
    ...more,
  });
  const today = sql`now()`;
  await app.db.insert(orders).values([
    order(`- interval '1 microsecond'`),
    order(`+ interval '0'`),
    order(`- interval '29 days'`, { duration: 25, total: 799, discountAmount: 100 }),
    order(`- interval '29 days 1 microsecond'`),
    order(`- interval '3 days'`, {
      status: 'refunded',
      refundedAt: today,
      duration: 15,
      total: 599,
    }),
    order(`+ interval '0'`, { total: 0, discountAmount: 399 }),
    order(null, { status: 'open' }),
  ] as (typeof orders.$inferInsert)[]);
  const { figures } = figuresReply.parse(await get('figures'));
  expect(figures.days).toHaveLength(30);
  const none = { count: 0, cents: 0, refunds: 0, refundedCents: 0 };
  const day = new Date().toISOString().slice(0, 10);
  expect(figures.days.at(-1)).toEqual({
    ...none,
    day,
    count: 1,
    cents: 399,
    refunds: 1,
    refundedCents: 599,
  });
  expect(figures.days.at(-2)).toMatchObject({ ...none, count: 1, cents: 399 });
  expect(figures.days.at(-4)).toMatchObject({ ...none, count: 1, cents: 599 });
  expect(figures.days[0]).toMatchObject({ ...none, count: 1, cents: 799 });
  expect(figures.days[1]).toMatchObject(none);
  expect(figures.lengths).toEqual([
    { ...none, duration: 10, count: 3, cents: 1197 },
    { ...none, duration: 15, count: 1, cents: 599, refunds: 1, refundedCents: 599 },
    { ...none, duration: 20 },
    { ...none, duration: 25, count: 1, cents: 799 },
  ]);
  expect(figures.totals).toEqual({
    count: 5,
    cents: 2595,
    refunds: 1,
    refundedCents: 599,
    givenAway: 1,
    discountCents: 499,
  });
  // 5 % and 50 cents of what was sold today for 3.99; nothing of what was free or went back.
  expect(figures.today).toMatchObject({ cents: 399 - 599, feeCents: 70 });
});

it('listens, previews and paid orders are counted by channel over the last 30 days in UTC', async () => {
  await app.db.delete(orders);
  const at = (offset: string) =>
    sql`(date_trunc('day', now(), 'UTC') - interval '29 days' ${sql.raw(offset)})`;
  const [first, before] = [at(''), at(`- interval '1 microsecond'`)];
  const listensOn = (channel: Channel, count: number, moment = first) => ({
    day: sql`(${moment} at time zone 'utc')::date`,
    channel,
    count,
  });
  await app.db
    .insert(listens)
    .values([
      listensOn('shared', 40),
      listensOn('shared', 2, sql`now()`),
      listensOn('own', 7),
      listensOn('embed', 100, before),
    ]);
  const asked: [Channel, SQL][] = [
    ['shared', first],
    ['shared', sql`now()`],
    ['samples', first],
    ['samples', before],
  ];
  for (const [channel, createdAt] of asked) {
    await aPreview(app.db, { channel, createdAt });
  }
  const [{ id: userId } = { id: 0 }] = await app.db.select().from(users).limit(1);
  const paid: Parameters<typeof aPaidOrder>[2][] = [
    { channel: 'shared', total: 599, paidAt: first },
    { channel: 'shared', total: 399, status: 'refunded', refundedAt: sql`now()` },
    { channel: 'shared', total: 0 },
    { channel: 'email', total: 899 },
    { channel: 'email', total: 899, paidAt: before },
    { channel: 'email', total: 899, paidAt: null, status: 'open' },
    { channel: 'own', total: 0 },
  ];
  for (const [n, more] of paid.entries()) {
    const name = `channel-${n}`;
    await aPaidOrder(app.db, userId, { publicId: name, paddleTransactionId: name, ...more });
  }
  const { figures } = figuresReply.parse(await get('figures'));
  const none = { listens: 0, previews: 0, orders: 0, cents: 0 };
  expect(figures.channels).toEqual([
    { ...none, channel: 'shared', listens: 42, previews: 2, orders: 2, cents: 998 },
    { ...none, channel: 'embed' },
    { ...none, channel: 'samples', previews: 1 },
    { ...none, channel: 'email', orders: 1, cents: 899 },
    { ...none, channel: 'own', listens: 7 },
    { ...none, channel: 'direct' },
  ]);
});

it('the audit log lists who did what, newest first, page by page', async () => {
  const code = { code: 'AUDITED', discountPercent: 5 };
  await app.admin.post('/api/admin/discount-codes').send(code).expect(201);
  const first = auditList.parse(await get('audit?limit=1'));
  expect(first.audit).toMatchObject([
    { actor: 'admin@example.com', action: 'discount code created', detail: code },
  ]);
  const rest = auditList.parse(await get(`audit?cursor=${first.nextCursor}`));
  expect(rest.audit).toHaveLength((await app.db.$count(audit)) - 1);
});
