import { expect, test } from 'vitest';
import { speak } from './speak.ts';

const rate = 8_000;
const words =
  'We will look at how the sea makes its own weather, and why nobody noticed it for so long.';

test('a faster voice takes less time for the same words', () => {
  const [slow, fast] = [0.9, 1.08].map((pace) => {
    const sound = { base: 'awb' as const, pitch: 110, throat: 0.95, rate: pace };
    return speak(words, sound, rate).length;
  });
  expect((slow ?? 0) / (fast ?? 1)).toBeCloseTo(1.2, 1);
});

test('the same words in the same voice give identical samples, whatever was said in between', () => {
  const sound = { base: 'slt' as const, pitch: 180, throat: 1, rate: 1 };
  const first = speak(words, sound, 24_000);
  speak('((((((', { ...sound, base: 'awb' }, 24_000);
  expect(speak(words, sound, 24_000)).toEqual(first);
});

test.each([
  '',
  '😀',
  '你好，世界',
  '-t --help',
  '((((((',
  'a'.repeat(100),
  '9'.repeat(60),
  '%%% $$$ x',
])('unpronounceable text still gives audible speech: %j', (written) => {
  const sound = { base: 'kal16' as const, pitch: 90, throat: 1, rate: 1 };
  const samples = speak(written, sound, 16_000);
  expect(samples.length).toBeGreaterThan(4_000);
  expect(Math.max(...samples.subarray(0, 100_000))).toBeGreaterThan(1_000);
});
