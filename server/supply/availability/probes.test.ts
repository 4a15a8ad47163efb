import { expect, it } from 'vitest';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { eventually } from '../../testing/eventually.ts';
import { openQuestion } from './probes.ts';

it('a question is asked once however many ask it, until its verdict is too old', async () => {
  let calls = 0;
  const call = async () => void calls++;
  const rarely = openQuestion('part', 'reach', call, { freshFor: 60_000 });
  const verdicts = await Promise.all(Array.from({ length: 50 }, rarely));
  expect(new Set(verdicts)).toEqual(new Set(['served']));
  expect([await rarely(), calls]).toEqual(['served', 1]);
  const always = openQuestion('part', 'reach', call);
  expect([await always(), await always(), calls]).toEqual(['served', 'served', 3]);
});

it('a question that hangs is unknown, and not repeated before it is answered', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let calls = 0;
  const ask = openQuestion('part', 'reach', () => (calls++ ? Promise.resolve() : promise));
  expect([await ask(), await ask(), calls]).toEqual(['unknown', 'unknown', 1]);
  resolve();
  await eventually('it is answered', async () => (await ask()) === 'served');
});

it.each([
  ['refused', 'refused'],
  ['spent', 'refused'],
  ['rejected', 'refused'],
  ['busy', 'unknown'],
  ['broken', 'unknown'],
] as const)('a call that is %s is a verdict of %s', async (trouble, verdict) => {
  const call = () => Promise.reject(new ProviderFailure('OpenAI', trouble, 'no'));
  expect(await openQuestion('OpenAI', 'serve', call)()).toBe(verdict);
});

it('a question under way when we close rejects with the reason', async () => {
  const closing = new AbortController();
  const ask = openQuestion('OpenAI', 'serve', () => new Promise(() => {}), {
    closing: closing.signal,
  });
  const asking = ask();
  closing.abort(new Error('we close'));
  await expect(asking).rejects.toThrow('we close');
});
