import { expect, it } from 'vitest';
import { estimatePreview } from './estimate.ts';
import { openPriceList } from './priceList.ts';

const own = { input: 1, cachedInput: 1, cacheWrite: 1, output: 10, characters: 0.1 };
const models = { script: 'any', speech: 'any', format: 'pcm_24000' };
const cost = (missing: Partial<Parameters<typeof estimatePreview>[0]>) =>
  estimatePreview(
    { isTextDone: true, lengths: [], wantsSound: false, ...missing },
    models,
    openPriceList(own),
  );

it('what is missing of a preview adds up: its text, each length and its sound', () => {
  expect(cost({})).toBe(0);
  const [text, plan, sound] = [
    cost({ isTextDone: false }),
    cost({ lengths: [10] }),
    cost({ wantsSound: true }),
  ];
  expect(cost({ isTextDone: false, lengths: [10, 25], wantsSound: true })).toBe(
    text + 2 * plan + sound,
  );
  // All of it for dimes, at the prices of the larger models.
  for (const part of [text, plan, sound]) expect(part).toBeGreaterThan(10_000);
  expect(text + plan + sound).toBeLessThan(1_000_000);
});
