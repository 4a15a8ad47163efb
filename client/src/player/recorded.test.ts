import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Podcast } from '#shared/episode.ts';
import { playable, recordedOf } from './recorded.ts';

const making = (
  stage: Podcast['stage'],
  [linesSpoken, linesWritten, secondsSpoken]: [number, number, number],
) => ({ stage, duration: 10, progress: { linesSpoken, linesWritten, secondsSpoken } });

test('the tape is full when mixing begins, though lines alone are shorter than it', () => {
  const spoken = (linesSpoken: number, secondsSpoken: number) =>
    recordedOf(making('speaking', [linesSpoken, 100, secondsSpoken])).spoken;
  expect([spoken(50, 280), spoken(99, 555), spoken(100, 560)]).toEqual([300, 594, 600]);
  for (const stage of ['mastering', 'publishing', 'emailing'] as const) {
    expect(recordedOf(making(stage, [100, 100, 560]), 420).spoken).toBe(600);
  }
});

test('before the whole script is written, only what has been spoken counts', () => {
  expect(recordedOf(making('writing', [12, 13, 60]), 31.2)).toEqual({
    ready: 31.2,
    spoken: 60,
    whole: 600,
    mixing: 'later',
  });
  expect(recordedOf(making('queued', [0, 0, 0]))).toMatchObject({ ready: 0, spoken: 0 });
});

test('an episode that begins with a preview has its parts on tape at once', () => {
  const recorded = recordedOf(making('queued', [4, 4, 21]), 17.5);
  expect(recorded).toMatchObject({ ready: 17.5, spoken: 21 });
  expect(playable(recorded)).toBe('the beginning');
});

test('all of it is ready once it is mixed, whether a second longer or shorter than bought', () => {
  const lines: [number, number, number] = [100, 100, 560];
  for (const reach of [590, 600, 612]) {
    const tape = recordedOf(making('publishing', lines), reach);
    expect([tape.ready, playable(tape)]).toEqual([600, 'the whole episode']);
  }
  expect(playable(recordedOf(making('mastering', lines), 590))).toBe('the first 9 minutes');
  expect(playable(recordedOf(making('publishing', lines), 300))).toBe('the first 5 minutes');
});

test('what can be heard is on tape, and what is on tape was bought', () => {
  const stage = fc.constantFrom<Podcast['stage'][]>(
    'queued',
    'reading',
    'writing',
    'speaking',
    'mastering',
    'publishing',
    'emailing',
  );
  const count = fc.nat({ max: 400 });
  const seconds = fc.double({ min: 0, max: 900, noNaN: true });
  fc.assert(
    fc.property(stage, count, count, seconds, seconds, (stage, a, b, secondsSpoken, reach) => {
      const lines: [number, number, number] = [Math.min(a, b), Math.max(a, b), secondsSpoken];
      const { ready, spoken, whole } = recordedOf(making(stage, lines), reach);
      expect(ready).toBeGreaterThanOrEqual(0);
      expect(spoken).toBeGreaterThanOrEqual(ready);
      expect(whole).toBeGreaterThanOrEqual(spoken);
    }),
  );
});
