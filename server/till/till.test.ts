import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { expenses } from '../db/tables.ts';
import { eventually } from '../testing/eventually.ts';
import { openWorld, type World } from '../testing/world.ts';

let world: World;
afterEach(() => world.close());

/** A buyer with two orders placed, the first of which has its checkout open. */
async function openShopping(env: Record<string, string> = {}) {
  world = await openWorld({ env });
  const { visitor, email } = await world.buyer();
  const { body } = await visitor.get('/api/voices').expect(200);
  const [one, two] = body.voices as { id: string }[];
  const place = () =>
    visitor.post('/api/orders').send({
      topic: 'Why do cats purr?',
      duration: 10,
      voice1Id: one?.id,
      voice2Id: two?.id,
      email,
    });
  const first = (await place().expect(201)).body.order.id as string;
  const second = (await place().expect(201)).body.order.id as string;
  const { transactionId } = (await visitor.post(`/api/orders/${first}/checkout`).expect(200)).body;
  return {
    visitor,
    place,
    second,
    transactionId: transactionId as string,
    look: async () => (await visitor.get(`/api/orders/${first}`)).body.order,
    linesSpoken: async () =>
      (await visitor.get('/api/podcasts')).body.podcasts[0].progress.linesSpoken as number,
    /** What a buyer is told as soon as nothing is sold. */
    refusal: () =>
      eventually('the till to close', async () => {
        const reply = await place();
        return reply.status === 503 ? reply.body : null;
      }),
  };
}

const toOperator = async (subject: RegExp) =>
  (await world.mailbox()).filter(
    (letter) => String(letter.to).includes('support@') && subject.test(letter.subject),
  );
const linesBought = async () =>
  (await world.ledger()).flatMap((entry) => (entry.kind === 'speech' ? [entry] : []));

describe('fault 17: while a provider refuses us', () => {
  it.each([
    ['our key', 401],
    ['our credit', 402],
  ])(
    '(%s) nothing is sold and the operator is told; what was paid is kept, made, and sold again',
    async (_what, status) => {
      const { visitor, place, second, transactionId, look, refusal } = await openShopping();
      await world.setFaults({ elevenlabs: { errorRate: 1, status } });
      await world.pay(transactionId);
      const told = await refusal();
      expect(told).toMatchObject({ code: 'unavailable' });
      expect(told.message).toContain('Nothing was charged');
      await visitor.post(`/api/orders/${second}/checkout`).expect(503);
      expect(await look()).toMatchObject({ status: 'paid', podcast: { status: 'processing' } });
      expect(await linesBought()).toEqual([]);
      await eventually(
        'the operator’s letter',
        async () => (await toOperator(/refuses us/)).length,
      );

      await world.setFaults({});
      await eventually('the first lines', async () => (await linesBought()).length > 4, 60);
      expect(await toOperator(/refuses us/)).toHaveLength(1);
      expect((await toOperator(/refuses us/))[0]?.subject).toContain('ElevenLabs');
      if (status === 401) {
        await eventually(
          'the paid episode to be made',
          async () => (await look()).podcast.status === 'completed',
          240,
        );
        await eventually('the till to open', async () => (await place()).status === 201);
        await visitor.post(`/api/orders/${second}/checkout`).expect(200);
      }
    },
    300_000,
  );
});

describe('security 32: once the day’s spending cap is reached', () => {
  it('nothing is sold or bought, nothing is lost, and the next day all goes on by itself', async () => {
    // 400 characters: two introductions and the first few lines.
    const { visitor, place, second, transactionId, look, linesSpoken, refusal } =
      await openShopping({ SPENDING_CAP: '0.02' });
    await world.pay(transactionId);
    const told = await refusal();
    expect(told).toMatchObject({ code: 'unavailable' });
    expect(told.message).toMatch(/full for today.*Nothing was charged/);
    await visitor.post(`/api/orders/${second}/checkout`).expect(503);
    await eventually(
      'the operator’s letter',
      async () => (await toOperator(/spending cap/)).length,
    );

    // What was in flight when the last cent went is finished, and not one line more is begun.
    const bought = await eventually('all that was in flight is kept', async () => {
      const { length } = await linesBought();
      return length === 2 + (await linesSpoken()) && length;
    });
    const paidFor = (await linesBought()).toSorted((one, other) => (one.at < other.at ? -1 : 1));
    const within = paidFor.slice(0, -5).reduce((sum, { characters }) => sum + characters, 0);
    expect(within).toBeLessThan(400);
    expect(await look()).toMatchObject({ status: 'paid', podcast: { status: 'processing' } });

    const nextDay = () => world.db.update(expenses).set({ at: sql`at - interval '1 day'` });
    await nextDay();
    await eventually('the till to open', async () => (await place()).status === 201, 10);
    await eventually('new lines', async () => (await linesSpoken()) > bought);
    await refusal();
    const texts = (await linesBought()).map(({ voiceId, text }) => `${voiceId}: ${text}`);
    expect(new Set(texts).size).toBe(texts.length);
    // It is the same day for the operator, who has been told.
    expect(await toOperator(/spending cap/)).toHaveLength(1);
  }, 120_000);
});
