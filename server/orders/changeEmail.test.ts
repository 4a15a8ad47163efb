import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { letters } from '../db/tables.ts';
import { episode, openShop, type Shop } from '../testing/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ webhooks: false });
});
afterAll(() => shop.close());

/** Letters as the outbox keeps them, to the order's first address. */
const letter = (about: string, kind: string, more: Partial<typeof letters.$inferInsert> = {}) => ({
  about,
  kind,
  recipient: episode.email,
  messageId: `<${kind}.${about}@duologue.example>`,
  content: { subject: 's', text: 't', html: 'h' },
  ...more,
});

it('a changed address moves the letters of that order that have not left, tried or not, and no others', async () => {
  const { code } = await shop.code({ discountPercent: 100 });
  const buyer = await shop.buyer();
  const { order } = await shop.orders.place(buyer, { ...episode, discountCode: code }, null);
  await shop.orders.checkout(buyer, order.id);
  const { id, podcastId } = await shop.look(order.id);
  expect(podcastId).not.toBeNull();
  await shop.db
    .insert(letters)
    .values([
      letter(`podcast:${podcastId}`, 'ready'),
      letter(`podcast:${podcastId}`, 'ready-again-1', { attempts: 3 }),
      letter(`order:${id}`, 'refund-asked'),
      letter(`order:${id}`, 'refunded', { sentAt: new Date() }),
      letter(`podcast:${podcastId}`, 'failed', { bounce: 'SMTP: 550 no such user' }),
      letter(`podcast:${podcastId}0`, 'ready'),
      letter(`user:${buyer.id}`, 'welcome'),
    ]);
  await shop.orders.changeEmail(buyer, order.id, 'new@example.com');
  const rows = await shop.db.select().from(letters).orderBy(asc(letters.id));
  const moved = rows.filter(({ recipient }) => recipient === 'new@example.com');
  expect(moved.map(({ kind }) => kind)).toEqual(['ready', 'ready-again-1', 'refund-asked']);
  expect(rows.length - moved.length).toBeGreaterThanOrEqual(4);
});
