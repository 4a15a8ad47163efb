import { afterAll, beforeAll, expect, it } from 'vitest';
import { adam, openNarration, text } from '../testing/narration.ts';
import { meteredNarrator } from './meter.ts';
import { type Purchase, priceOf } from './prices.ts';

let studio: Awaited<ReturnType<typeof openNarration>>;
beforeAll(async () => {
  studio = await openNarration();
});
afterAll(() => studio.close());

const prices = { input: 0, cachedInput: 0, output: 0, characters: 0.05 };

/** What one line is on the bill for, and its price in micro-dollars. */
async function billOf(): Promise<[Purchase[], number]> {
  const bill: Purchase[] = [];
  const narrator = meteredNarrator(studio.narrator(), async (purchase) => void bill.push(purchase));
  await narrator.speak({ voiceId: adam, text }, new AbortController().signal);
  return [bill, bill.reduce((sum, purchase) => sum + priceOf(purchase, prices), 0)];
}

it('a line costs what ElevenLabs billed: a voice at twice the rate costs twice as much', async () => {
  const [usual, price] = await billOf();
  expect(usual).toEqual([{ provider: 'ElevenLabs', characters: text.length }]);
  studio.accounts.write({ elevenlabs: { doubled: [adam] } });
  const [dear, double] = await billOf();
  expect(dear).toEqual([{ provider: 'ElevenLabs', characters: 2 * text.length }]);
  expect(double).toBe(2 * price);
});
