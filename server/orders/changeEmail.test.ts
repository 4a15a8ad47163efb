import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emails } from '../base/db/tables.ts';
import { episode, type OrdersHarness, openOrdersHarness } from '../testing/ordersHarness.ts';

let harness: OrdersHarness;
beforeAll(async () => {
  harness = await openOrdersHarness({ webhooks: false });
});
afterAll(() => harness.close());

/** Letters as the outbox keeps them, to the order's first address. */
const message = (about: string, kind: string, more: Partial<typeof emails.$inferInsert> = {}) => ({
  about,
  kind,
  recipient: episode.email,
  messageId: `<${kind}.${about}@duologue.example>`,
  content: { subject: 's', text: 't', html: 'h' },
  ...more,
});

it('a changed address moves the emails of that order that have not left, tried or not, and no others', async () => {
  const { code } = await harness.code({ discountPercent: 100 });
  const buyer = await harness.buyer();
  const { order } = await harness.orders.place(buyer, { ...episode, discountCode: code });
  await harness.orders.checkout(buyer, order.id);
  const { id, podcastId } = await harness.find(order.id);
  expect(podcastId).not.toBeNull();
  await harness.db
    .insert(emails)
    .values([
      message(`podcast:${podcastId}`, 'ready'),
      message(`podcast:${podcastId}`, 'ready-again-1', { attempts: 3 }),
      message(`order:${id}`, 'refund-asked'),
      message(`order:${id}`, 'refunded', { sentAt: new Date() }),
      message(`podcast:${podcastId}`, 'failed', { bounce: 'SMTP: 550 no such user' }),
      message(`podcast:${podcastId}0`, 'ready'),
      message(`user:${buyer.id}`, 'welcome'),
    ]);
  await harness.orders.changeEmail(buyer, order.id, 'new@example.com');
  const rows = await harness.db.select().from(emails).orderBy(asc(emails.id));
  const moved = rows.filter(({ recipient }) => recipient === 'new@example.com');
  expect(moved.map(({ kind }) => kind)).toEqual(['ready', 'ready-again-1', 'refund-asked']);
  expect(rows.length - moved.length).toBeGreaterThanOrEqual(4);
});
