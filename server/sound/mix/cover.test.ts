import { expect, test } from 'vitest';
import { testFfmpeg } from '../../testing/testFfmpeg.ts';
import { drawCover } from './cover.ts';
import { sizeOf } from './fixtures/jpeg.ts';

const episode = {
  title: 'Why the sea glows at night',
  hosts: ['Brian', 'Lily'] as [string, string],
  seed: 'episode-1',
  wave: null,
};

test('a cover looks the same every time, and different for another episode', async () => {
  const ffmpeg = await testFfmpeg();
  const first = await drawCover(ffmpeg, episode);
  expect(sizeOf(first)).toEqual([1400, 1400]);
  expect((await drawCover(ffmpeg, episode)).equals(first)).toBe(true);
  expect((await drawCover(ffmpeg, { ...episode, seed: 'episode-2' })).equals(first)).toBe(false);
});
