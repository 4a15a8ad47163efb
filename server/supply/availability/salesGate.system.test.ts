import { eq, sql } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { expenses, podcasts, rateLimits } from '../../base/db/tables.ts';
import { eventually } from '../../testing/eventually.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';

let app: TestApp;
afterEach(() => app.close());

/** A buyer with two orders placed, the first of which has its checkout open. */
async function openShopping(minutes: number, env: Record<string, string> = {}) {
  app = await openTestApp({ env });
  const { visitor, request, order } = await app.buyer();
  const place = async () => {
    // It is asked again and again, as no buyer may.
    await app.db.delete(rateLimits);
    return visitor.post('/api/orders').send(await request());
  };
  await app.makeAtMost(minutes);
  const first = await order();
  const second = (await place()).body.order.id as string;
  return {
    first,
    place,
    checkOutSecond: () => visitor.post(`/api/orders/${second}/checkout`),
    linesSpoken: async () =>
      (await visitor.get('/api/podcasts')).body.podcasts[0].progress.linesSpoken as number,
    /** What a buyer is told as soon as nothing is sold. */
    refusal: () =>
      eventually('sales to pause', async () => {
        const reply = await place();
        return reply.status === 503 ? reply.body : null;
      }),
  };
}

const toOperator = async (subject: RegExp) =>
  (await app.mailbox()).filter(
    (message) => String(message.to).includes('support@') && subject.test(message.subject),
  );
const linesBought = async () =>
  (await app.purchases()).flatMap((entry) => (entry.kind === 'speech' ? [entry] : []));

it.each([
  ['key', 401],
  ['credit', 402],
])(
  'while ElevenLabs refuses our %s nothing is sold; the paid episode is made once it serves us',
  async (_what, status) => {
    const { place, checkOutSecond, first, refusal } = await openShopping(1);
    await app.setFaults({ elevenlabs: { errorRate: 1, status } });
    await first.pay();
    const refused = await refusal();
    expect(refused).toMatchObject({ code: 'unavailable' });
    expect(refused.message).toContain('Nothing was charged');
    await checkOutSecond().expect(503);
    expect(await first.find()).toMatchObject({ status: 'paid', podcast: { status: 'processing' } });
    expect(await linesBought()).toEqual([]);
    const alert = await eventually(
      'the email to the operator',
      async () => (await toOperator(/refuses us/))[0],
    );
    expect(alert.subject).toContain('ElevenLabs');

    await app.setFaults({});
    await eventually(
      'the paid episode to be made',
      async () => (await first.find()).podcast?.status === 'completed',
      120,
    );
    expect(await toOperator(/refuses us/)).toHaveLength(1);
    await eventually('sales to go on', async () => (await place()).status === 201);
    await checkOutSecond().expect(200);
  },
  180_000,
);

it('while OpenAI is away nothing is sold or counted; the paid episode is made once it is back', async () => {
  const { place, checkOutSecond, first, refusal } = await openShopping(1);
  await app.setFaults({ openai: { errorRate: 1, status: 503 } });
  await first.pay();
  // The failing moderation call opens the circuit breaker; then the sales gate is closed.
  expect((await refusal()).message).toMatch(/right now/);
  await eventually('checkouts to pause', async () => {
    const { status, body } = await checkOutSecond();
    return status === 503 && /isn’t responding.*Nothing was charged/.test(body.message);
  });
  const counted = () => app.db.select({ attempts: podcasts.attempts }).from(podcasts);
  expect(await counted()).toEqual([{ attempts: 0 }]);
  expect(await first.find()).toMatchObject({ status: 'paid', podcast: { status: 'processing' } });

  await app.setFaults({});
  await eventually('sales to go on', async () => (await place()).status === 201);
  await checkOutSecond().expect(200);
  await eventually(
    'the paid episode to be made',
    async () => (await first.find()).podcast?.status === 'completed',
    120,
  );
  expect(await counted()).toEqual([{ attempts: 0 }]);
}, 180_000);

it('at the day’s spending cap nothing is sold or bought, and the next day the paid episode goes on', async () => {
  // 400 characters: two introductions and the first few lines. A section of the script costs next to
  // nothing with this model; with the best one it would use up the new day before anything is sold.
  const { place, checkOutSecond, first, linesSpoken, refusal } = await openShopping(10, {
    SPENDING_CAP: '0.02',
    OPENAI_MODEL: 'gpt-6-luna',
    ELEVENLABS_MODEL: 'eleven_flash_v2_5',
  });
  await first.pay();
  const refused = await refusal();
  expect(refused).toMatchObject({ code: 'unavailable' });
  expect(refused.message).toMatch(/full for today.*Nothing was charged/);
  await checkOutSecond().expect(503);
  await eventually(
    'the email to the operator',
    async () => (await toOperator(/spending cap/)).length,
  );

  // What was in flight when the last cent went is finished, and what was begun while its bill was
  // being written; not one line more.
  const bought = await eventually('all that was in flight is kept, and its bill', async () => {
    const { length } = await linesBought();
    const billed = await app.db.$count(expenses, eq(expenses.provider, 'ElevenLabs'));
    return length === 2 + (await linesSpoken()) && length === billed && length;
  });
  const paidFor = (await linesBought()).toSorted((one, other) => (one.at < other.at ? -1 : 1));
  const within = paidFor.slice(0, -8).reduce((sum, { characters }) => sum + characters, 0);
  expect(within).toBeLessThan(400);
  expect(await first.find()).toMatchObject({ status: 'paid', podcast: { status: 'processing' } });

  const nextDay = () => app.db.update(expenses).set({ at: sql`at - interval '1 day'` });
  // Slow voices leave time to buy before the waiting episode has spent the new day's money.
  await app.setFaults({ elevenlabs: { latency: 3_000 } });
  await eventually('sales to go on', async () => {
    // A line that was still in flight is billed on the day that it ends on, and several use that up.
    await nextDay();
    return (await place()).status === 201;
  });
  await app.setFaults({});
  await eventually('new lines', async () => (await linesSpoken()) > bought);
  await refusal();
  const texts = (await linesBought()).map(({ voiceId, text }) => `${voiceId}: ${text}`);
  expect(new Set(texts).size).toBe(texts.length);
  // It is the same day for the operator, who has been told.
  expect(await toOperator(/spending cap/)).toHaveLength(1);
}, 120_000);
