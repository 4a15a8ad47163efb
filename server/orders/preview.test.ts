import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderRequest } from '#shared/order.ts';
import { podcastLines, podcasts, previews } from '../base/db/tables.ts';
import { hashForPreview } from '../episodes/previews/preview.ts';
import { aPlan, aPreview, writePreview } from '../testing/builders.ts';
import { eventually } from '../testing/eventually.ts';
import { episode, type OrdersHarness, openOrdersHarness } from '../testing/ordersHarness.ts';

let harness: OrdersHarness;
beforeAll(async () => {
  harness = await openOrdersHarness();
});
afterAll(() => harness.close());

const models = { script: 'gpt-5-nano', speech: 'eleven_v3', format: 'pcm_24000' };

/** A written preview of a topic of its own, and the order that fits it. */
async function writtenPreview(more: Partial<OrderRequest> = {}) {
  const request: OrderRequest = { ...episode, topic: `Why ${randomUUID()}?`, ...more };
  const preview = await aPreview(
    harness.db,
    { contentHash: hashForPreview(request), plans: { 15: aPlan } },
    { models },
  );
  await writePreview(harness.db, preview.podcastId);
  return { ...preview, request: { ...request, preview: preview.id } };
}

const linesOf = (podcastId: number) =>
  harness.db
    .select({ text: podcastLines.text, section: podcastLines.section })
    .from(podcastLines)
    .where(eq(podcastLines.podcastId, podcastId))
    .orderBy(asc(podcastLines.position));

async function paid(request: OrderRequest) {
  const buyer = await harness.buyer();
  const { order } = await harness.orders.place(buyer, request);
  const checkout = await harness.orders.checkout(buyer, order.id);
  if ('paid' in checkout) throw new Error('there was nothing to pay');
  return {
    order,
    buyer,
    async pay() {
      await harness.press('pay', checkout.transactionId);
      return eventually('the webhook to settle it', async () => {
        const { podcasts, jobs } = await harness.find(order.id);
        return podcasts[0] && { ...podcasts[0], jobs };
      });
    },
  };
}

describe('an order that names a preview', () => {
  it('begins with it, in whatever length, and goes on with its models', async () => {
    const { id, podcastId, request } = await writtenPreview();
    const { order, pay } = await paid({ ...request, duration: 20 });
    expect(order.hasPreview).toBe(true);
    const made = await pay();
    expect(made).toMatchObject({
      previewId: id,
      status: 'processing',
      title: 'What turns the sea',
      linesWritten: 3,
      models,
      plan: null,
      jobs: 1,
    });
    expect(await linesOf(made.id)).toEqual(await linesOf(podcastId));
    const same = await (await paid(request)).pay();
    expect(same).toMatchObject({ linesWritten: 3, plan: aPlan });
  });

  it('is paid while the preview is being spoken: its episode takes it over later', async () => {
    const { id, podcastId, request } = await writtenPreview();
    await harness.db.update(podcasts).set({ stage: 'speaking' }).where(eq(podcasts.id, podcastId));
    const made = await (await paid(request)).pay();
    expect(made).toMatchObject({ previewId: id, linesWritten: 0, title: request.topic });
  });

  it.each([
    ['begins otherwise', { tone: 'Funny' as const }],
    ['is of other voices', { voice1Id: 'voice-3' }],
    [
      'answers other questions',
      { brief: { id: null, questions: [], level: 'a nurse', avoid: [] } },
    ],
    ['does not exist', { preview: 'unknown' }],
  ])('is placed without one that %s', async (_, change) => {
    const { request } = await writtenPreview();
    const { order, pay } = await paid({ ...request, ...change });
    expect(order.hasPreview).toBe(false);
    expect(await pay()).toMatchObject({ previewId: null, linesWritten: 0 });
  });

  it('is placed without one that has failed or is gone', async () => {
    const { id, request } = await writtenPreview();
    await harness.db.update(previews).set({ contentHash: null }).where(eq(previews.id, id));
    expect((await paid(request)).order.hasPreview).toBe(false);
  });

  it('is paid after the preview has gone: the episode begins as any other', async () => {
    const { podcastId, request } = await writtenPreview();
    const { pay } = await paid(request);
    await harness.db.update(podcasts).set({ status: 'deleted' }).where(eq(podcasts.id, podcastId));
    expect(await pay()).toMatchObject({ linesWritten: 0, title: request.topic, jobs: 1 });
  });

  it('is the same order when it is sent again with another preview, or with none', async () => {
    const { request } = await writtenPreview();
    const buyer = await harness.buyer();
    const key = { idempotencyKey: randomUUID() };
    const { order } = await harness.orders.place(buyer, request, key);
    for (const preview of ['another', undefined]) {
      const again = await harness.orders.place(buyer, { ...request, preview }, key);
      expect(again).toMatchObject({ created: false, order: { id: order.id, hasPreview: true } });
    }
  });
});
