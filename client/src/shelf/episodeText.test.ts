import { expect, test } from 'vitest';
import { greeting, minutesLeft, relativeDay, stageOf } from './episodeText.ts';

const at = (hour: number) => new Date(2026, 10, 20, hour, 30);

test.each([
  [2, 'Mira', 'Still up, Mira?'],
  [8, 'Mira', 'Morning, Mira'],
  [13, 'Mira', 'Afternoon, Mira'],
  [22, 'Mira', 'Evening, Mira'],
  [22, null, 'Good evening'],
  [3, null, 'Still up?'],
])('at %i o’clock a user named %s is greeted with "%s"', (hour, name, words) => {
  expect(greeting(name, at(hour))).toBe(words);
});

test.each([
  [new Date(2026, 10, 20, 0, 1), 'today'],
  [new Date(2026, 10, 19, 23, 59), 'yesterday'],
  [new Date(2026, 10, 17, 9), 'Tuesday'],
  [new Date(2026, 10, 3, 9), '3 Nov'],
  [new Date(2024, 10, 3, 9), '3 Nov 2024'],
  [new Date(2026, 10, 21, 9), 'today'],
])('on 20 November 2026 the date %s is shown as "%s"', (date, words) => {
  expect(relativeDay(date.toISOString(), at(22))).toBe(words);
});

test.each([
  [726, '12\u00a0min left'],
  [59, '1\u00a0min left'],
  [20, 'Under a minute left'],
])('%i seconds that are left are shown as "%s"', (seconds, words) => {
  expect(minutesLeft(seconds)).toBe(words);
});

test('every stage is described in words and counts', () => {
  const progress = { linesWritten: 148, linesSpoken: 64, secondsSpoken: 390 };
  const none = { linesWritten: 0, linesSpoken: 0, secondsSpoken: 0 };
  expect(stageOf({ stage: 'queued', progress: none }, true)).toBe('Waiting for the studio');
  expect(stageOf({ stage: 'writing', progress: none }, true)).toBe('Writing the outline');
  expect(stageOf({ stage: 'writing', progress: { ...none, linesWritten: 1 } }, true)).toBe(
    'Writing, 1 line so far',
  );
  expect(stageOf({ stage: 'speaking', progress }, true)).toBe('On air, 64 of 148 lines');
  expect(stageOf({ stage: 'mastering', progress }, true)).toBe('Mixing the sound');
  expect(stageOf({ stage: 'publishing', progress }, true)).toBe('Putting it on the shelf');
  expect(stageOf({ stage: 'emailing', progress }, true)).toBe('Emailing it to you');
  expect(stageOf({ stage: 'emailing', progress }, false)).toBe('Putting it on the shelf');
});
