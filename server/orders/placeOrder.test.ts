import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Channel } from '#shared/channels.ts';
import { Problem } from '#shared/problem.ts';
import { sources } from '../base/db/tables.ts';
import { ProviderFailure } from '../base/kit/provider.ts';
import { anAttachedSource } from '../testing/builders.ts';
import { episode, type OrdersHarness, openOrdersHarness } from '../testing/ordersHarness.ts';

let harness: OrdersHarness;
beforeAll(async () => {
  harness = await openOrdersHarness({ webhooks: false });
});
afterAll(() => harness.close());

const refusal = (code: string, field?: string) =>
  expect.objectContaining({
    code,
    ...(field && { fields: { [field]: expect.any(String) } }),
  });

describe('placing an order', () => {
  it('an order is stored at the server’s price, whatever extra fields the client sends', async () => {
    const buyer = await harness.buyer();
    const { id: codeId, code } = await harness.code({ discountPercent: 15 });
    const tampered = { ...episode, discountCode: code.toLowerCase(), total: 1, isBonus: true };
    const { order, created } = await harness.orders.place(buyer, tampered);
    expect(created).toBe(true);
    expect(order).toMatchObject({
      status: 'open',
      topic: episode.topic,
      voice1Name: 'Host 1',
      voice2Name: 'Host 2',
      discountCode: code,
      listPrice: 599,
      discountAmount: 90,
      total: 509,
      currency: 'USD',
      isBonus: false,
      transactionId: null,
      podcast: null,
    });
    const row = await harness.find(order.id);
    expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBe(3_600_000);
    // Placing only checks the code; checkout takes the use.
    expect(await harness.usedCount(codeId)).toBe(0);
  });

  it('ten concurrent requests with one idempotency key create one order', async () => {
    // No request writes before all ten have looked for the key and found nothing.
    const everybody = Promise.withResolvers<'allowed'>();
    let waiting = 0;
    const moderator = {
      moderate() {
        waiting += 1;
        if (waiting === 10) everybody.resolve('allowed');
        return everybody.promise;
      },
    };
    const other = await openOrdersHarness({ webhooks: false, moderator });
    const buyer = await other.buyer();
    const key = randomUUID();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => other.orders.place(buyer, episode, { idempotencyKey: key })),
    );
    expect(new Set(replies.map(({ order }) => order.id)).size).toBe(1);
    expect(replies.filter(({ created }) => created)).toHaveLength(1);
    expect(await other.count('orders')).toBe(1);
    await other.close();
  });

  it('a different request under a used idempotency key is a conflict, and keys are per user', async () => {
    const [buyer, stranger] = [await harness.buyer(), await harness.buyer()];
    const key = randomUUID();
    const { order } = await harness.orders.place(buyer, episode, { idempotencyKey: key });
    const duration = 20 as const;
    const changes = [{ topic: 'Dogs' }, { duration }, { voice2Id: 'voice-3' }, { stings: false }];
    for (const change of changes) {
      await expect(
        harness.orders.place(buyer, { ...episode, ...change }, { idempotencyKey: key }),
      ).rejects.toEqual(refusal('conflict'));
    }
    const other = await harness.orders.place(stranger, episode, { idempotencyKey: key });
    expect(other.created).toBe(true);
    expect(other.order.id).not.toBe(order.id);
  });

  it('a repeated request through another channel is the same order, which keeps its first one', async () => {
    const buyer = await harness.buyer();
    const idempotencyKey = randomUUID();
    const place = (channel: Channel) =>
      harness.orders.place(buyer, { ...episode, channel }, { idempotencyKey });
    const { order } = await place('shared');
    expect(await place('email')).toEqual({ order, created: false });
    expect(await harness.find(order.id)).toMatchObject({ channel: 'shared' });
  });

  it('a retried order is found by its key even after its discount code was used up', async () => {
    const buyer = await harness.buyer();
    const { code } = await harness.code({ maxUses: 1 });
    const request = { ...episode, discountCode: code };
    const key = randomUUID();
    const { order } = await harness.orders.place(buyer, request, { idempotencyKey: key });
    const rival = await harness.buyer();
    const theirs = await harness.orders.place(rival, request);
    await harness.orders.checkout(rival, theirs.order.id);
    expect(await harness.orders.place(buyer, request, { idempotencyKey: key })).toEqual({
      order,
      created: false,
    });
  });

  it.each([
    ['an unknown first voice', { voice1Id: 'nobody' }, 'invalid', 'voice1Id'],
    ['an unknown second voice', { voice2Id: 'nobody' }, 'invalid', 'voice2Id'],
    ['the same voice twice', { voice2Id: 'voice-1' }, 'invalid', 'voice2Id'],
    ['a forbidden topic', { topic: 'something forbidden' }, 'topic_refused', 'topic'],
    ['an unknown discount code', { discountCode: 'NOPE' }, 'discount_refused', 'discountCode'],
    [
      'a bonus before any purchase',
      { useBonus: true, duration: 10 as const },
      'invalid',
      'useBonus',
    ],
    ['a bonus of 15 minutes', { useBonus: true }, 'invalid', 'useBonus'],
  ])('an order with %s is refused and not stored', async (_what, change, code, field) => {
    const buyer = await harness.buyer();
    const before = await harness.count('orders');
    await expect(harness.orders.place(buyer, { ...episode, ...change })).rejects.toEqual(
      refusal(code, field),
    );
    expect(await harness.count('orders')).toBe(before);
  });

  it('an order keeps its buyer’s sources, each once', async () => {
    const buyer = await harness.buyer();
    const [one, two] = [
      await anAttachedSource(harness.db, buyer),
      await anAttachedSource(harness.db, buyer),
    ];
    const request = { ...episode, sources: [two.id, one.id, two.id], onlyTheseSources: true };
    const key = randomUUID();
    const { order } = await harness.orders.place(buyer, request, { idempotencyKey: key });
    const kept = { sources: [two.id, one.id], onlyTheseSources: true };
    expect(await harness.find(order.id)).toMatchObject(kept);
    const again = await harness.orders.place(buyer, request, { idempotencyKey: key });
    expect(again).toMatchObject({ created: false, order: { id: order.id } });
    // Nor does it matter to a repeated order that one of them is gone by now.
    await harness.db.delete(sources).where(eq(sources.id, one.id));
    await harness.orders.place(buyer, { ...episode, ...kept }, { idempotencyKey: key });
    for (const change of [{ sources: [two.id] }, { onlyTheseSources: false }, { sources: [] }]) {
      const other = { ...request, ...change };
      await expect(harness.orders.place(buyer, other, { idempotencyKey: key })).rejects.toEqual(
        refusal('conflict'),
      );
    }
  });

  it('an order without sources rests on no sources alone', async () => {
    const buyer = await harness.buyer();
    const key = randomUUID();
    const request = { ...episode, onlyTheseSources: true };
    const { order } = await harness.orders.place(buyer, request, { idempotencyKey: key });
    expect(await harness.find(order.id)).toMatchObject({ sources: [], onlyTheseSources: false });
    const again = await harness.orders.place(buyer, episode, { idempotencyKey: key });
    expect(again.created).toBe(false);
  });

  it('an order with sources that are gone, somebody else’s or a session’s is refused at its field', async () => {
    const [buyer, stranger] = [await harness.buyer(), await harness.buyer()];
    const own = await anAttachedSource(harness.db, buyer);
    const theirs = await anAttachedSource(harness.db, stranger);
    const visitors = await anAttachedSource(harness.db, { visitorKey: randomUUID() });
    const before = await harness.count('orders');
    for (const id of [theirs.id, visitors.id, 'gone', '\u0027; drop table sources; --']) {
      const request = { ...episode, sources: [own.id, id] };
      const placed = harness.orders.place(buyer, request);
      await expect(placed).rejects.toEqual(refusal('invalid', 'sources'));
      await expect(placed).rejects.toThrow('A source you added is no longer there');
    }
    expect(await harness.count('orders')).toBe(before);
  });

  it('an order with a source of a forbidden title is refused and not stored', async () => {
    const buyer = await harness.buyer();
    const before = await harness.count('orders');
    const harmless = await anAttachedSource(harness.db, buyer);
    const forbidden = await anAttachedSource(harness.db, buyer, { title: 'Something forbidden' });
    const placed = harness.orders.place(buyer, {
      ...episode,
      sources: [harmless.id, forbidden.id],
    });
    await expect(placed).rejects.toEqual(refusal('topic_refused', 'topic'));
    await expect(placed).rejects.toThrow(/from these sources/);
    expect(await harness.count('orders')).toBe(before);
    const { created } = await harness.orders.place(buyer, { ...episode, sources: [harmless.id] });
    expect(created).toBe(true);
  });

  it('an order with a borderline topic is not stored, and its buyer is told to write to support', async () => {
    const moderator = { moderate: async () => 'borderline' as const };
    const other = await openOrdersHarness({ webhooks: false, moderator });
    const refused = other.orders.place(await other.buyer(), episode);
    const message = expect.stringContaining(`Write to ${other.supportEmail}`);
    await expect(refused).rejects.toMatchObject({
      code: 'topic_refused',
      message,
      fields: { topic: message },
    });
    expect(await other.count('orders')).toBe(0);
    await other.close();
  });

  it('an order is refused as unavailable and not stored while moderation is down', async () => {
    const moderate = () => Promise.reject(new ProviderFailure('OpenAI', 'busy', 'out of reach'));
    const other = await openOrdersHarness({ webhooks: false, moderator: { moderate } });
    const failure = await other.orders
      .place(await other.buyer(), episode)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Problem);
    expect(failure).toMatchObject({ code: 'unavailable', message: expect.stringMatching(/again/) });
    expect(await other.count('orders')).toBe(0);
    await other.close();
  });

  it('another user cannot see, list, change or pay an order', async () => {
    const [owner, stranger] = [await harness.buyer(), await harness.buyer()];
    const { id } = (await harness.orders.place(owner, episode)).order;
    const attempts = await Promise.allSettled([
      harness.orders.find(stranger, id),
      harness.orders.checkout(stranger, id),
      harness.orders.changeEmail(stranger, id, 'mallory@example.com'),
    ]);
    for (const attempt of attempts) {
      expect(attempt).toEqual({ status: 'rejected', reason: refusal('not_found') });
    }
    expect(await harness.orders.find(owner, id)).toMatchObject({ email: episode.email });
    expect((await harness.orders.list(stranger, { cursor: null, limit: 10 })).orders).toEqual([]);
  });

  it('orders are listed newest first, page by page', async () => {
    const buyer = await harness.buyer();
    const placed: string[] = [];
    for (const topic of ['one', 'two', 'three']) {
      placed.unshift((await harness.orders.place(buyer, { ...episode, topic })).order.id);
    }
    const first = await harness.orders.list(buyer, { cursor: null, limit: 2 });
    expect(first.orders.map(({ id }) => id)).toEqual(placed.slice(0, 2));
    const second = await harness.orders.list(buyer, { cursor: Number(first.nextCursor), limit: 2 });
    expect(second.orders.map(({ id }) => id)).toEqual(placed.slice(2));
    expect(second.nextCursor).toBeNull();
  });
});

describe('quote', () => {
  it('a quote states the price of the order or why the discount code is refused', async () => {
    const { code } = await harness.code({ discountPercent: 15, minimumDuration: 20 });
    const ask = (duration: 10 | 20) => harness.orders.quote(null, { duration, discountCode: code });
    const quote = { listPrice: 749, discountAmount: 112, total: 637, currency: 'USD' };
    expect(await ask(20)).toEqual(quote);
    await expect(ask(10)).rejects.toEqual(refusal('discount_refused', 'discountCode'));
    expect(await harness.orders.quote(null, { duration: 10 })).toMatchObject({ total: 399 });
  });

  it('a bonus quote is free for an entitled user and refused for everyone else', async () => {
    const bonus = { duration: 10, useBonus: true } as const;
    const entitled = await harness.buyer({ hasMadeFirstPurchase: true });
    expect(await harness.orders.quote(entitled, bonus)).toMatchObject({ listPrice: 399, total: 0 });
    const used = await harness.buyer({ hasMadeFirstPurchase: true, hasUsedFreePodcast: true });
    for (const buyer of [null, used, await harness.buyer()]) {
      await expect(harness.orders.quote(buyer, bonus)).rejects.toEqual(
        refusal('invalid', 'useBonus'),
      );
    }
    const { code } = await harness.code();
    await expect(harness.orders.quote(entitled, { ...bonus, discountCode: code })).rejects.toEqual(
      refusal('invalid', 'useBonus'),
    );
  });
});
