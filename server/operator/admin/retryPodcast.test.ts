import { eq, sql } from 'drizzle-orm';
import type { PgInsertValue } from 'drizzle-orm/pg-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { podcastList, podcastReply } from '#shared/admin.ts';
import {
  adjustments,
  audit,
  expenses,
  orders,
  podcastLines,
  podcasts,
} from '../../base/db/tables.ts';
import type { Patch } from '../../episodes/log/lease.ts';
import { STUCK_AFTER_MINUTES } from '../../episodes/log/restart.ts';
import { overdueOrders } from '../../orders/reconcile.ts';
import { type AdminApp, openAdminApp } from '../../testing/adminApp.ts';
import { aPaidOrder, aPodcast } from '../../testing/builders.ts';

let app: AdminApp;
beforeAll(async () => {
  app = await openAdminApp();
});
afterEach(() => app.db.execute(sql`delete from pgboss.job`));
afterAll(() => app.close());

type Episode = Patch;
type Order = Partial<PgInsertValue<typeof orders>>;
interface Sale {
  episode?: Episode;
  order?: Order;
}

const failure = 'A service we depend on kept failing.';
const minutesAgo = (minutes: number) => sql`now() - make_interval(mins => ${minutes})`;

/** An episode and the order it was bought with. */
async function bought(episode: Episode = {}, order: Order = {}) {
  const { id, publicId } = await aPodcast(app.db);
  const fields = { status: 'failed' as const, failure, attempts: 8, amountPaid: 399, ...episode };
  await app.db.update(podcasts).set(fields).where(eq(podcasts.id, id));
  const { body } = await app.admin.get('/api/auth/me').expect(200);
  await aPaidOrder(app.db, body.user.id, { podcastId: id, ...order });
  return { id, publicId };
}
/** An order that Paddle has refunded: nothing is owed. */
const refunded: Order = { status: 'refunded', refundId: 'adj_1' };
/** An order whose refund Paddle has refused for good. */
const kept: Order = { status: 'refund_pending', refundReason: 'failed' };

const retry = (publicId: string, body: object = {}) =>
  app.admin.post(`/api/admin/podcasts/${publicId}/retry`).send(body);
const rowOf = async (id: number) =>
  (await app.db.select().from(podcasts).where(eq(podcasts.id, id)))[0];
const actsOn = async (publicId: string) =>
  (
    await app.db
      .select()
      .from(audit)
      .where(eq(audit.target, `podcast:${publicId}`))
  ).map(({ action }) => action);
const ordersOf = (id: number) => app.db.select().from(orders).where(eq(orders.podcastId, id));
const jobsOf = async (id: number) => {
  const { rows } = await app.db.execute<{ state: string }>(
    sql`select state from pgboss.job where singleton_key = ${String(id)} order by state`,
  );
  return rows.map(({ state }) => state);
};
const listed = async (query: string) => {
  const { body } = await app.admin.get(`/api/admin/podcasts?${query}`).expect(200);
  return podcastList.parse(body).podcasts;
};

describe('stuck episode', () => {
  const late = minutesAgo(STUCK_AFTER_MINUTES + 1);
  const processing = { status: 'processing' as const, createdAt: late, failure: null };

  it('an episode in production is listed as stuck when nothing was bought for it for too long', async () => {
    const clip = { provider: 'ElevenLabs', characters: 9, microdollars: 1 };
    const stuck = await bought({ ...processing, startedAt: late });
    const waits = await bought(processing);
    const buys = await bought({ ...processing, startedAt: late });
    const bought5 = { ...clip, podcastId: buys.id, at: minutesAgo(STUCK_AFTER_MINUTES - 1) };
    await app.db.insert(expenses).values([{ ...clip, podcastId: stuck.id, at: late }, bought5]);
    const begun = await bought({ ...processing, startedAt: minutesAgo(1) });
    const failed = await bought({ createdAt: late });
    const done = await bought({ ...processing, status: 'completed' });
    const found = await listed('stuck=1');
    expect(found.map(({ publicId }) => publicId)).toEqual([waits.publicId, stuck.publicId]);
    for (const { stuckSince, retry } of found) {
      expect(Date.now() - Date.parse(stuckSince ?? '')).toBeGreaterThan(15 * 60_000);
      expect(retry).toBe('again');
    }
    const others = await listed('');
    for (const { publicId } of [buys, begun, failed, done]) {
      expect(others.find((one) => one.publicId === publicId)?.stuckSince).toBeNull();
    }
  });

  it('retrying a stuck episode revokes its lease and leaves it with one new job', async () => {
    const { id, publicId } = await bought({ ...processing, lease: 4, stage: 'speaking' });
    await app.db.execute(sql`
      insert into pgboss.job (name, data, singleton_key, policy, state)
      values ('produce', '{}', ${String(id)}, 'exclusive', 'active')`);
    const { podcast } = podcastReply.parse((await retry(publicId).expect(200)).body);
    expect(podcast).toMatchObject({ status: 'processing', stuckSince: null, retry: null });
    expect(await jobsOf(id)).toEqual(['created', 'cancelled']);
    expect(await rowOf(id)).toMatchObject({ lease: 5 });
    expect(await actsOn(publicId)).toEqual(['episode tried again']);
  });

  it('retrying a stuck episode that no worker has taken keeps its job in the queue', async () => {
    const { id, publicId } = await bought(processing);
    await app.db.execute(sql`
      insert into pgboss.job (name, data, singleton_key, policy)
      values ('produce', '{}', ${String(id)}, 'exclusive')`);
    await retry(publicId).expect(200);
    expect(await jobsOf(id)).toEqual(['created']);
  });
});

describe('failed episode', () => {
  it('a failed episode is listed with its reason and order, and eight concurrent retries count once', async () => {
    const { id, publicId } = await bought({ linesWritten: 3, linesSpoken: 2, lease: 2 }, kept);
    const line = { podcastId: id, section: 0, speaker: 'A' as const, text: 'Why do tides turn?' };
    const spoken = { ...line, state: 'spoken' as const, milliseconds: 2000 };
    await app.db.insert(podcastLines).values([
      { ...spoken, position: 0, clipKey: 'clips/one.pcm' },
      { ...spoken, position: 1, clipKey: 'clips/two.pcm' },
      { ...line, position: 2 },
    ]);
    const [shown] = await listed('status=failed');
    expect(shown).toMatchObject({
      publicId,
      failure,
      retry: 'again',
      orderId: expect.any(String),
    });
    const taps = await Promise.all(Array.from({ length: 8 }, () => retry(publicId)));
    const [first, ...others] = taps.map(({ status }) => status).sort();
    expect([first, new Set(others)]).toEqual([200, new Set([409])]);
    expect(taps.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'conflict',
      message: 'This episode is being made',
    });
    expect(await jobsOf(id)).toEqual(['created']);
    expect(await actsOn(publicId)).toEqual(['episode tried again']);
    // What was made so far is kept, and its failures are counted afresh.
    expect(await rowOf(id)).toMatchObject({
      status: 'processing',
      failure: null,
      attempts: 0,
      linesWritten: 3,
      linesSpoken: 2,
      lease: 3,
      amountPaid: 399,
    });
  });

  it.each<[string, Sale, object, string]>([
    ['is being refunded', { order: { ...kept, refundId: 'adj_2' } }, {}, 'on its way back'],
    [
      'is to be refunded',
      { order: { ...kept, refundDueAt: minutesAgo(1) } },
      {},
      'on its way back',
    ],
    ['is about to be refunded', {}, {}, 'being returned right now'],
    [
      'is about to give its code back',
      { episode: { amountPaid: 0 }, order: { total: 0, paddleTransactionId: null, isBonus: true } },
      {},
      'being returned right now',
    ],
    ['is charged back', { order: { ...kept, chargedBack: true } }, {}, 'bank has taken'],
    ['was refunded and no gift is asked for', { order: refunded }, {}, 'only be made as a gift'],
    ['is paid for and a gift is asked for', { order: kept }, { gift: true }, 'can’t be a gift'],
    [
      'was deleted',
      { episode: { status: 'deleted' }, order: refunded },
      { gift: true },
      'was deleted',
    ],
    ['is finished', { episode: { status: 'completed' }, order: kept }, {}, 'is finished'],
    ['is being made', { episode: { status: 'processing' }, order: kept }, {}, 'is being made'],
  ])('a retry is refused when the episode %s', async (_what, sale, body, words) => {
    const { id, publicId } = await bought(sale.episode, sale.order);
    const before = await rowOf(id);
    const reply = await retry(publicId, body).expect(409);
    expect(reply.body.message).toContain(words);
    expect([await rowOf(id), await jobsOf(id), await actsOn(publicId)]).toEqual([before, [], []]);
  });

  it.each<[string, Order]>([
    ['money', refunded],
    ['discount code', { total: 0, paddleTransactionId: null, benefitsReturnedAt: minutesAgo(1) }],
  ])(
    'a failed episode whose %s was given back is remade as a gift, charged to nobody',
    async (_what, order) => {
      const { id, publicId } = await bought({ discountAmount: 100 }, order);
      const [shown] = await listed('limit=1');
      expect(shown).toMatchObject({ publicId, retry: 'gift' });
      await retry(publicId, { gift: true }).expect(200);
      expect(await actsOn(publicId)).toEqual(['episode made as a gift']);
      expect(await rowOf(id)).toMatchObject({ amountPaid: 0, discountAmount: 499 });
      const [after] = await app.db.select().from(orders).where(eq(orders.podcastId, id));
      expect(after).toMatchObject({ ...order, benefitsReturnedAt: after?.benefitsReturnedAt });
    },
  );

  it('a retried episode whose refund Paddle rejected stays paid for, however old its order is', async () => {
    const order = { ...kept, paidAt: minutesAgo(3 * 24 * 60), benefitsReturnedAt: minutesAgo(1) };
    const { id, publicId } = await bought({ discountAmount: 100 }, order);
    const [{ paddleTransactionId } = {}] = await ordersOf(id);
    await app.db.insert(adjustments).values({
      id: `adj_${id}`,
      transactionId: paddleTransactionId ?? '',
      action: 'refund',
      type: 'full',
      status: 'rejected',
      changedAt: new Date(),
      isOurs: true,
    });
    await retry(publicId, { gift: true }).expect(409);
    await retry(publicId).expect(200);
    expect(await rowOf(id)).toMatchObject({ amountPaid: 399, discountAmount: 100 });
    // The episode is what they get in place of the money.
    expect(await ordersOf(id)).toMatchObject([{ status: 'paid', refundReason: null }]);
    // Nor is it given up at once because its order is old.
    const late = await overdueOrders(app.db);
    expect(late.map((one) => one.order.podcastId)).not.toContain(id);
  });

  it('an episode remade as a gift is not given up as late, however old its order is', async () => {
    const free = { total: 0, paddleTransactionId: null, benefitsReturnedAt: minutesAgo(1) };
    const { id, publicId } = await bought({}, { ...free, paidAt: minutesAgo(3 * 24 * 60) });
    await retry(publicId, { gift: true }).expect(200);
    const late = await overdueOrders(app.db);
    expect(late.map((one) => one.order.podcastId)).not.toContain(id);
  });

  it('retrying an unknown episode answers 404', async () => {
    await retry('no-such-episode').expect(404);
  });
});
