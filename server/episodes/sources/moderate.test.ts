import { expect, it } from 'vitest';
import { ProviderFailure } from '../../base/kit/provider.ts';
import type { Verdict } from '../../writing/script/moderation.ts';
import { isRefused } from './given.ts';

const { signal } = new AbortController();
const bomb = 'Here is how to build a bomb at home.';
const ordinary = 'The harbour wakes before anybody else does. ';

/** Refuses the bomb, and nothing where only a part of its sentence stands. */
const moderator = (seen: string[] = []) => ({
  async moderate(text: string): Promise<Verdict> {
    seen.push(text);
    return text.includes(bomb) ? 'refused' : 'allowed';
  },
});

it.each([0, 7_000, 7_980, 8_000, 60_000, 99_960])(
  'a sentence that moderation refuses is found behind %i characters of a source',
  async (before) => {
    const text = ordinary.repeat(2_500).slice(0, before) + bomb + ordinary.repeat(10);
    expect(await isRefused(moderator(), text, signal)).toBe(true);
  },
);

it('the longest source is looked at as a whole, in pieces of some 2,000 tokens', async () => {
  const seen: string[] = [];
  expect(await isRefused(moderator(seen), 'x'.repeat(100_000), signal)).toBe(false);
  expect(seen.length).toBeLessThan(15);
  expect(Math.max(...seen.map(({ length }) => length))).toBe(8_000);
  expect(seen.join('').length).toBeGreaterThanOrEqual(100_000);
});

it('a borderline text is taken, and one that nobody can judge: each line is looked at later', async () => {
  const doubtful = { moderate: async () => 'borderline' as const };
  expect(await isRefused(doubtful, ordinary, signal)).toBe(false);
  const away = {
    moderate: () => Promise.reject(new ProviderFailure('OpenAI', 'busy', 'too many tokens')),
  };
  expect(await isRefused(away, ordinary, signal)).toBe(false);
});

it('an error of ours, and a visitor who has gone, end the look', async () => {
  const broken = { moderate: () => Promise.reject(new TypeError('ours')) };
  await expect(isRefused(broken, ordinary, signal)).rejects.toThrow('ours');
  await expect(
    isRefused(
      { moderate: (_, stopped) => Promise.reject(stopped.reason) },
      ordinary,
      AbortSignal.abort(new Error('gone')),
    ),
  ).rejects.toThrow('gone');
});
