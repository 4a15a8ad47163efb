import { expect, test } from 'vitest';
import { bestFormat, planHas, soundFormat } from './format.ts';

test.each([
  ['free', 'mp3_44100_128'],
  ['starter', 'mp3_44100_128'],
  ['go', 'mp3_44100_128'],
  ['creator', 'mp3_44100_192'],
  ['pro', 'pcm_44100'],
  ['scale_2024_08_10', 'pcm_44100'],
  ['growing_business', 'pcm_44100'],
  ['enterprise', 'pcm_44100'],
  ['trial', 'mp3_44100_128'],
  [null, 'mp3_44100_128'],
])('the best format of the plan %s is %s', (tier, format) => {
  expect(bestFormat(tier)).toBe(format);
});

test.each([
  ['free', ['mp3_44100_128', 'pcm_24000']],
  ['creator', ['mp3_44100_128', 'mp3_44100_192', 'pcm_24000']],
  ['pro', ['mp3_44100_128', 'mp3_44100_192', 'pcm_24000', 'pcm_44100', 'pcm_48000']],
  // Nobody is told that a plan lacks what it may have.
  ['a plan of tomorrow', ['mp3_44100_128', 'mp3_44100_192', 'pcm_24000', 'pcm_44100', 'pcm_48000']],
])('the plan %s has %j', (tier, has) => {
  const asked = ['mp3_44100_128', 'mp3_44100_192', 'pcm_24000', 'pcm_44100', 'pcm_48000'] as const;
  expect(asked.filter((format) => planHas(format, tier))).toEqual(has);
});

test('a format that the narrator cannot read is refused by its name', () => {
  expect(() => soundFormat('opus_48000_64')).toThrow('opus_48000_64');
});
