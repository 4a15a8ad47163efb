import { expect, test } from 'vitest';
import type { Player } from './engine/player.ts';
import { toNextChapter, toPreviousChapter } from './engine/started.ts';

const chapters = [{ startTime: 0 }, { startTime: 100 }, { startTime: 250 }];

/** Where a step leads from `time` in an episode of ten minutes, s. */
function led(step: typeof toNextChapter, time: number): number {
  let to = time;
  const player = {
    get: () => ({ time, duration: 600 }),
    seek: (second: number) => {
      to = second;
    },
  };
  step(player as Player, chapters);
  return to;
}

test('a step on leads to the next chapter, from the last one to the end', () => {
  expect([0, 99, 100, 300].map((time) => led(toNextChapter, time))).toEqual([100, 100, 250, 600]);
});

test('a step back begins the chapter again, or leads to the one before in its first seconds', () => {
  const from = [1, 50, 102, 104, 252.9, 300];
  expect(from.map((time) => led(toPreviousChapter, time))).toEqual([0, 0, 0, 100, 100, 250]);
});
