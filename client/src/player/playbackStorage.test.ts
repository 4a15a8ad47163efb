import { beforeEach, expect, test, vi } from 'vitest';
import {
  keepPosition,
  keepSpeed,
  moveStoredPosition,
  positionToKeep,
  recallSpeed,
  resumeFrom,
  startFrom,
} from './playbackStorage.ts';

beforeEach(() => localStorage.clear());

test('position and speed are remembered on the device', () => {
  keepPosition('t1', 123.5);
  expect(resumeFrom('t1', null)).toBe(123.5);
  expect(resumeFrom('t2', null)).toBe(0);
  moveStoredPosition('t1', 't2');
  expect([resumeFrom('t1', null), resumeFrom('t2', null)]).toEqual([0, 123.5]);
  keepSpeed(1.3);
  expect(recallSpeed()).toBe(1.3);
  // Kept while there were quarters.
  keepSpeed(1.75);
  expect(recallSpeed()).toBe(1.8);
  localStorage.setItem('duologue.speed', '40');
  expect(recallSpeed()).toBe(1);
});

test('a position close to the start or the end is stored as the start', () => {
  expect([3, 123.456, 598].map((time) => positionToKeep(time, 600))).toEqual([0, 123.5, 0]);
});

/** Stores a position as if kept `age` seconds ago by this device's clock. */
const keptAgo = (seconds: number, age: number) =>
  localStorage.setItem('duologue.place.t1', `${seconds} ${Date.now() - age * 1000}`);

test.each([
  ['another device was later', 300, 60, { seconds: 77, age: 10 }, 77],
  ['this device was later', 300, 10, { seconds: 77, age: 60 }, 300],
  ['the episode was finished here since', 0, 10, { seconds: 77, age: 60 }, 0],
  ['the episode was finished elsewhere since', 300, 60, { seconds: 0, age: 10 }, 0],
  ['no other device has one', 300, 60, null, 300],
])('playback resumes at the newest position: %s', (_when, seconds, age, event, goesOnAt) => {
  keptAgo(seconds, age);
  expect(resumeFrom('t1', event)).toBe(goesOnAt);
});

test('what the server said grows older while the page is open', () => {
  vi.useFakeTimers();
  const synced = { seconds: 77, age: 10 };
  expect(resumeFrom('t1', synced)).toBe(77);
  vi.advanceTimersByTime(60_000);
  keepPosition('t1', 120);
  vi.advanceTimersByTime(30_000);
  expect(resumeFrom('t1', synced)).toBe(120);
  vi.useRealTimers();
});

test('a malformed stored position is ignored', () => {
  for (const text of ['', 'soon', '12', '12 soon', '-4 1', 'Infinity 1', '1 2 3']) {
    localStorage.setItem('duologue.place.t1', text);
    expect(resumeFrom('t1', { seconds: 77, age: 1e12 })).toBe(77);
  }
});

test('a link may set the start time, and an invalid one is ignored', () => {
  const from = (text: string) => startFrom(new URLSearchParams(text));
  expect([from('t=90'), from('t=0'), from('t=soon'), from('t=-4'), from('')]).toEqual([
    90,
    0,
    null,
    null,
    null,
  ]);
});
