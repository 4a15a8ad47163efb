import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { openWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.setFaults({ openai: { manners: true } });
});
afterAll(() => world.close());

it('a topic that the model declines is paid back with a reason, and nobody hears an apology', async () => {
  const { visitor, email } = await world.buyer();
  const { body } = await visitor.get('/api/voices').expect(200);
  const [one, two] = body.voices as { id: string }[];
  const topic = 'Please refuse to talk about this';
  const asked = { topic, duration: 10, voice1Id: one?.id, voice2Id: two?.id, email };
  const { order } = (await visitor.post('/api/orders').send(asked).expect(201)).body;
  const { transactionId } = (await visitor.post(`/api/orders/${order.id}/checkout`).expect(200))
    .body;
  await world.pay(transactionId);

  const settled = await eventually('the money to go back', async () => {
    const seen = (await visitor.get(`/api/orders/${order.id}`)).body.order;
    return /^refund/.test(seen.status) ? seen : null;
  });
  expect(settled).toMatchObject({ podcast: { status: 'failed' } });
  const letter = await eventually('the letter that tells it', async () =>
    (await world.mailbox()).find(({ to, text }) => to === email && text.includes('could not')),
  );
  expect(letter.text).toContain('Our hosts could not talk about this topic.');
  const spoken = (await world.ledger()).flatMap((entry) =>
    entry.kind === 'speech' ? [entry.text] : [],
  );
  expect(spoken.filter((text) => /sorry|can't help|guidelines/i.test(text))).toEqual([]);
}, 120_000);
