import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await app.setFaults({ openai: { badHabits: true } });
});
afterAll(() => app.close());

it('an order whose topic the model declines is refunded with a reason, and no apology is spoken', async () => {
  const buyer = await app.buyer();
  const order = await buyer.order({ topic: 'Please refuse to talk about this' });
  await order.pay();

  const settled = await eventually('the refund', async () => {
    const seen = await order.find();
    return /^refund/.test(seen.status) ? seen : null;
  });
  expect(settled).toMatchObject({ podcast: { status: 'failed' } });
  const message = await eventually('the email about it', async () =>
    (await app.mailbox()).find(({ to, text }) => to === buyer.email && text.includes('couldn’t')),
  );
  expect(message.text).toContain('Our hosts couldn’t talk about this topic.');
  const spoken = (await app.purchases()).flatMap((entry) =>
    entry.kind === 'speech' ? [entry.text] : [],
  );
  expect(spoken.filter((text) => /sorry|can't help|guidelines/i.test(text))).toEqual([]);
}, 120_000);
