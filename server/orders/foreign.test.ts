import { desc, eq, like } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { emails, paymentEvents } from '../base/db/tables.ts';
import { eventually } from '../testing/eventually.ts';
import { episode, type OrdersHarness, openOrdersHarness } from '../testing/ordersHarness.ts';
import { sendEvent, transactionEvent } from '../testing/paddleEvents.ts';

/* What the account at Paddle tells of beside our sales. */

let harness: OrdersHarness;
beforeAll(async () => {
  harness = await openOrdersHarness();
});
afterEach(async () => {
  harness.paddle.accounts.write({});
  await harness.db.delete(emails);
});
afterAll(() => harness.close());

async function happens(type: string): Promise<boolean> {
  const reply = await fetch(`${harness.paddle.url}/demo/events/${type}`, { method: 'POST' });
  expect(reply.status).toBe(200);
  return ((await reply.json()) as { taken: boolean }).taken;
}
/** The last event of this type, once all of them have been handled. */
const handled = (type: string) =>
  eventually('the events to be handled', async () => {
    const rows = await harness.db
      .select()
      .from(paymentEvents)
      .where(eq(paymentEvents.type, type))
      .orderBy(desc(paymentEvents.occurredAt));
    return rows.every(({ handledAt }) => handledAt) && rows[0];
  });

it.each(['transaction.updated', 'adjustment.updated'])(
  'an event %s of another product, in a shape that we do not know, is taken, stored and ignored',
  async (type) => {
    expect(await happens(type)).toBe(true);
    expect(await handled(type)).toMatchObject({ type, outcome: 'another product’s' });
  },
);

it('an event of an order of ours in the same shape is not ignored', async () => {
  const buyer = await harness.buyer();
  const { order } = await harness.orders.place(buyer, episode);
  const reply = await harness.orders.checkout(buyer, order.id);
  if (!('transactionId' in reply)) throw new Error('there was nothing to pay');
  const { transactionId } = reply;
  // Once by the order's id, and once by its transaction's alone.
  for (const custom_data of [{ orderId: order.id }, null]) {
    const odd = { status: 'a status of tomorrow', custom_data };
    const event = transactionEvent({ id: order.id, transactionId }, 'past_due', 0, odd);
    const sent = await sendEvent(
      harness.webhook,
      harness.paddle.address.webhookSecret,
      event,
      Math.floor(Date.now() / 1000),
    );
    expect(sent.status).toBe(200);
    const [row] = await eventually('the event to be handled', async () => {
      const rows = await harness.db
        .select()
        .from(paymentEvents)
        .where(eq(paymentEvents.eventId, event.event_id));
      return rows[0]?.handledAt ? rows : null;
    });
    expect(row?.outcome).toMatch(/^unreadable: .*status/s);
  }
});

it.each([
  ['api_key.expiring', /API key “Duologue” ends on \d{1,2} \w+ \d{4}$/, /PADDLE_API_KEY/],
  ['api_key.expired', /API key “Duologue” has expired/, /nothing can be sold/],
  ['api_key.revoked', /API key “Duologue” was revoked/, /nothing can be sold/],
  ['client_token.revoked', /client-side token “Duologue” was revoked/, /PADDLE_CLIENT_TOKEN/],
])('%s becomes one email to the operator a day', async (type, subject, text) => {
  for (const _time of [1, 2]) expect(await happens(type)).toBe(true);
  const event = await handled(type);
  expect(event.payload).toMatchObject({ data: { id: expect.stringMatching(/^\w+$/) } });
  expect(JSON.stringify(event.payload)).not.toContain('****');
  const written = await harness.db.select().from(emails).where(like(emails.kind, 'key-%'));
  expect(written).toMatchObject([
    {
      recipient: harness.supportEmail,
      content: { subject: expect.stringMatching(subject), text: expect.stringMatching(text) },
    },
  ]);
});

it('what a destination has not subscribed to is not sent there', async () => {
  harness.paddle.accounts.write({ paddle: { events: ['transaction.completed'] } });
  expect(await happens('api_key.expiring')).toBe(false);
  expect(await harness.db.select().from(emails).where(like(emails.kind, 'key-%'))).toEqual([]);
});
