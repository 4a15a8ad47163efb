import { expect, test } from 'vitest';
import { happening } from './progressText.ts';
import { stepsOf } from './StepList.tsx';

const making = (
  stage: Parameters<typeof stepsOf>[0]['stage'],
  written: number,
  spoken: number,
  playable = 0,
) => ({
  stage,
  hasLine: spoken > playable,
  progress: { linesWritten: written, linesSpoken: spoken, secondsSpoken: 0 },
  read: 0,
  etaSeconds: null,
  last: 'Sending it to you',
});
const told = (...from: Parameters<typeof making>) =>
  stepsOf(making(...from), new Date()).map(({ label, state, count }) =>
    `${label}, ${state} ${count}`.trim(),
  );

const happens = ({ stage, hasLine }: ReturnType<typeof making>) => happening(stage, hasLine);

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

test('reading up is a step of its own where something is read, and none where nothing is', () => {
  const reading = (stage: 'reading' | 'writing', count: number) =>
    stepsOf({ ...making(stage, 0, 0), read: count }, new Date())
      .slice(0, -3)
      .map(({ label, state, count }) => `${label}, ${state} ${count}`.trim());
  expect(reading('reading', 0)).toEqual(['Reading up, now', 'Writing the script, later']);
  expect(reading('reading', 1)[0]).toBe('Reading up, now 1 source');
  expect(reading('reading', 2)[0]).toBe('Reading up, now 2 sources');
  expect(reading('writing', 2)).toEqual(['2 sources read, done', 'Writing the script, now']);
  expect(reading('writing', 0)).toEqual(['Writing the script, now']);
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
  expect(told('writing', 12, 5).slice(0, 2)).toEqual([
    'Script written ahead, ahead 12 lines',
    'Speaking the lines, now 5 of 12',
  ]);
  expect(happens(making('writing', 12, 5))).toBe('They’re talking now.');
});

test('lines heard as a preview are none that are spoken now', () => {
  expect(told('queued', 4, 4, 4)).toEqual([
    'Writing the script, later',
    'Speaking the lines, later',
    'Mixing, later',
    'Sending it to you, later',
  ]);
  expect(told('writing', 4, 4, 4).slice(0, 2)).toEqual([
    'Writing the script, now 4 lines',
    'Speaking the lines, later',
  ]);
  expect(happens(making('writing', 4, 4, 4))).toBe('They’re writing the script.');
  expect(told('writing', 9, 5, 4)[1]).toBe('Speaking the lines, now 5 of 9');
  expect(happens(making('writing', 9, 5, 4))).toBe('They’re talking now.');
});
