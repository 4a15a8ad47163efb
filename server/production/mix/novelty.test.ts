import { expect, it } from 'vitest';
import { noveltyOf } from './quality.ts';

it('the first episode of an account has no novelty', () => {
  expect(noveltyOf(['The sea glows at night.'], null)).toBeNull();
});

it('an episode is new by the share of its sentences that no earlier one has said, in any case', () => {
  const earlier = ['Right. The sea glows at night! Who saw it first?'];
  const lines = ['the sea, glows at night. Nobody knows who saw it.', 'A ship did, in the dark.'];
  expect(noveltyOf(lines, earlier)).toBe(2 / 3);
  expect(noveltyOf(lines, ['Something else was said here.'])).toBe(1);
  expect(noveltyOf(lines, lines)).toBe(0);
});

it('sentences of up to three words may be said in every episode', () => {
  expect(noveltyOf(['Fair enough. Tell me more.'], ['Fair enough. Tell me more.'])).toBe(1);
});
