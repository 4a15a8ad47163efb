import { expect, test } from 'vitest';
import { timeLeft } from './progressText.ts';

test('the time left is shown to the nearest minute, and not at all while it is unknown', () => {
  expect([null, 20, 61, 200, 240].map(timeLeft)).toEqual([
    null,
    'Under a minute left',
    'About 1 minute left',
    'About 3 minutes left',
    'About 4 minutes left',
  ]);
});
