import { expect, it } from 'vitest';
import { openRecent } from './recent.ts';

it('keeps the values that were used last', () => {
  const recent = openRecent<number>({ most: 2, keepFor: 60_000 });
  recent.set('a', 1);
  recent.set('b', 2);
  expect(recent.get('a')).toBe(1);
  recent.set('c', 3);
  expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual([1, undefined, 3]);
});

it('forgets a value after its time', () => {
  const recent = openRecent<number>({ most: 2, keepFor: 0 });
  recent.set('a', 1);
  expect(recent.get('a')).toBeUndefined();
});
