import { expect, test } from 'vitest';
import { clock, spokenClock } from '#shared/clock.ts';
import { firstSpoken, lastStarted } from '../player/engine/started.ts';
import { spokenUpTo } from './TranscriptLine.tsx';

const line = (side: 'A' | 'B', startTime: number, endTime: number, body = 'Hold on there') => ({
  speaker: side === 'A' ? 'Brian' : 'Lily',
  side,
  startTime,
  endTime,
  body,
});
const lines = [line('A', 1, 4), line('B', 4.5, 9, 'Tiny lights'), line('A', 9.2, 12)];

test('the current transcript line is the last one that began, also during a pause', () => {
  const at = (time: number) => lastStarted(lines, time);
  expect([at(0), at(1), at(4.2), at(4.5), at(9.19), at(9.2), at(500)]).toEqual([
    -1, 0, 0, 1, 1, 2, 2,
  ]);
  expect(lastStarted([], 3)).toBe(-1);
});

test('while a reaction lies over the end of a line both are being spoken', () => {
  const talk = [line('A', 1, 4), line('B', 3.7, 4.2), line('A', 4.5, 9)];
  const at = (time: number) => [firstSpoken(talk, time), lastStarted(talk, time)];
  expect(at(0.5)).toEqual([-1, -1]);
  expect(at(3.6)).toEqual([0, 0]);
  expect(at(3.8)).toEqual([0, 1]);
  expect(at(4)).toEqual([1, 1]);
  expect(at(4.3)).toEqual([1, 1]);
  expect(at(5)).toEqual([2, 2]);
});

test('a line being spoken is highlighted word by word, never within a word', () => {
  const spoken = (time: number) =>
    line('A', 10, 20).body.slice(0, spokenUpTo(line('A', 10, 20), time));
  expect(spoken(10)).toBe('Hold');
  expect(spoken(14)).toBe('Hold on');
  expect(spoken(20)).toBe('Hold on there');
});

test('the current chapter is the last one that began', () => {
  const chapters = [
    { startTime: 0, title: 'Opening' },
    { startTime: 60, title: 'The burglar alarm' },
  ];
  expect(lastStarted(chapters, 59.9)).toBe(0);
  expect(lastStarted(chapters, 60)).toBe(1);
});

test('times are shown as m:ss or h:mm:ss, and spoken in words', () => {
  expect([clock(0), clock(368), clock(3968), clock(-3)]).toEqual([
    '0:00',
    '6:08',
    '1:06:08',
    '0:00',
  ]);
  expect(spokenClock(61)).toBe('1 minute 1 second');
});
