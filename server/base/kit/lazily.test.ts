import { expect, test } from 'vitest';
import { lazily } from './lazily.ts';

test('a value is made once, however many ask at the same time', async () => {
  let made = 0;
  const value = lazily(async () => ++made);
  expect(await Promise.all([value(), value(), value()])).toEqual([1, 1, 1]);
  expect(await value()).toBe(1);
});

test('a value that could not be made is made at the next call', async () => {
  let tries = 0;
  const value = lazily(async () => {
    if (++tries === 1) throw new Error('EMFILE: too many open files');
    return tries;
  });
  await expect(value()).rejects.toThrow('EMFILE');
  expect(await value()).toBe(2);
});
