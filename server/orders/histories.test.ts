import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { histories, type Ledgers, openLedgers } from '../testing/moneyHistory.ts';

let ledgers: Ledgers;
beforeAll(async () => {
  ledgers = await openLedgers();
});
afterAll(() => ledgers.close());

it('whatever happens to a payment, in any order, it is delivered, given back or waits for somebody', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      expect(await ledgers.run(history)).toEqual([]);
    }),
    { numRuns: 200 },
  );
}, 120_000);
