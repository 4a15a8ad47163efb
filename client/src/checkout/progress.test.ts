import { expect, test } from 'vitest';
import { happening, shareRecorded, stepsOf } from './progress.ts';

const making = (
  stage: Parameters<typeof stepsOf>[0]['stage'],
  written: number,
  spoken: number,
) => ({
  stage,
  progress: { linesWritten: written, linesSpoken: spoken, secondsSpoken: 0 },
  etaSeconds: null,
});
const told = (...from: Parameters<typeof making>) =>
  stepsOf(making(...from), new Date()).map(({ label, state, count }) =>
    `${label}, ${state} ${count}`.trim(),
  );

test('each stage is shown as one of four named steps with counts', () => {
  expect(told('queued', 0, 0)[0]).toBe('Writing the script, later');
  expect(told('speaking', 148, 64)).toEqual([
    'Script written, done 148 lines',
    'Speaking the lines, now 64 of 148',
    'Mixing, later',
    'Sending it to you, later',
  ]);
  expect(told('emailing', 148, 148)).toEqual([
    'Script written, done 148 lines',
    'Lines spoken, done 148 lines',
    'Mixed, done',
    'Sending it to you, now',
  ]);
});

test('the last step shows the clock time at which the email is due', () => {
  const at = new Date(2026, 0, 1, 0, 37);
  const steps = stepsOf({ ...making('speaking', 148, 64), etaSeconds: 240 }, at);
  expect(steps[3]?.count).toBe('12:41 am');
});

test('lines can be shown as spoken while the script is still being written', () => {
  expect(told('writing', 12, 0).slice(0, 2)).toEqual([
    'Writing the script, now 12 lines',
    'Speaking the lines, later',
  ]);
  expect(told('writing', 12, 5)[1]).toBe('Speaking the lines, now 5 of 12');
  expect(happening(making('writing', 12, 5))).toBe('They’re talking now.');
});

test('the share of the episode that is done never exceeds 100 %', () => {
  const progress = { linesWritten: 1, linesSpoken: 1, secondsSpoken: 700 };
  expect(shareRecorded({ duration: 10, progress })).toBe(1);
  expect(shareRecorded({ duration: 10, progress: { ...progress, secondsSpoken: 300 } })).toBe(0.5);
});
