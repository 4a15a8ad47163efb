import { expect, test } from 'vitest';
import type { Voice } from '#shared/voices.ts';
import { drawAvatar } from './avatar.ts';
import { describeKnown } from './fixtures.ts';

const known = describeKnown();
const outline = (voice: Voice) => drawAvatar(voice).match(/<path d="(.+?)"/)?.[1] ?? '';
const turns = (voice: Voice) => outline(voice).split('C').length;
const average = (voices: Voice[]) =>
  voices.reduce((sum, voice) => sum + turns(voice), 0) / voices.length;

test('the voice print of an avatar stays inside its tile', () => {
  for (const voice of known) {
    const numbers =
      outline(voice)
        .match(/-?[\d.]+/g)
        ?.map(Number) ?? [];
    expect(numbers.length).toBeGreaterThan(20);
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(10);
    expect(Math.max(...numbers)).toBeLessThanOrEqual(86);
  }
});

test('the voice prints of deep voices have wider humps than those of bright ones', () => {
  const tagged = (tag: string) => known.filter((voice) => voice.tags.includes(tag));
  expect(average(tagged('Bright'))).toBeGreaterThan(1.5 * average(tagged('Deep')));
});

test('a voice name cannot break out of the avatar SVG', () => {
  const [voice] = known;
  if (!voice) throw new Error('no voices');
  const svg = drawAvatar({ ...voice, name: '</title><script>alert("&")</script>' });
  expect(svg).not.toContain('<script');
  expect(svg.match(/<title>([^<&"]*)<\/title>/)?.[1]).toContain('script');
});
