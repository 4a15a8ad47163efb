import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { colours } from '#shared/brand.ts';
import { eventually } from '../../testing/eventually.ts';
import { testFfmpeg } from '../../testing/testFfmpeg.ts';
import { drawCover } from './cover.ts';
import { pixelsOf } from './fixtures/ffmpeg.ts';
import { sizeOf } from './fixtures/jpeg.ts';

const SIDE = 1400;
let ffmpeg: string;
let folder: string;
beforeAll(async () => {
  ffmpeg = await testFfmpeg();
  folder = await mkdtemp(path.join(tmpdir(), 'cover-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

const episode = {
  title: 'Why the sea glows at night',
  hosts: ['Brian', 'Lily'] as [string, string],
  seed: 'episode-1',
  wave: null,
};

/** A talk in turns of a sixth each. */
const wave = {
  a: Array.from({ length: 96 }, (_, i) => (Math.floor(i / 16) % 2 ? 0 : 0.9)),
  b: Array.from({ length: 96 }, (_, i) => (Math.floor(i / 16) % 2 ? 0.9 : 0)),
  chapters: [],
};

/** Three bytes a pixel. */
const decoded = new WeakMap<Buffer, Promise<Uint8Array>>();

async function decode(jpeg: Buffer): Promise<Uint8Array> {
  const file = path.join(folder, 'cover.jpg');
  await writeFile(file, jpeg);
  return pixelsOf(ffmpeg, file);
}

/** How many pixels in the rows `top` to `bottom` have this colour, allowing for JPEG loss. */
async function count(jpeg: Buffer, colour: string, top = 0, bottom = SIDE): Promise<number> {
  const pending = decoded.get(jpeg) ?? decode(jpeg);
  decoded.set(jpeg, pending);
  const pixels = await pending;
  const wanted = Number.parseInt(colour.slice(1), 16);
  const [red, green, blue] = [wanted >> 16, (wanted >> 8) & 255, wanted & 255];
  const isNear = (at: number, value: number) => Math.abs((pixels[at] ?? 0) - value) < 16;
  let found = 0;
  for (let at = top * SIDE * 3; at < bottom * SIDE * 3; at += 3) {
    if (isNear(at, red) && isNear(at + 1, green) && isNear(at + 2, blue)) found++;
  }
  return found;
}

describe('cover', () => {
  test('a cover is a 1400 x 1400 JPEG with the title, the wave and both hosts', async () => {
    const jpeg = await drawCover(ffmpeg, episode);
    expect(jpeg.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(sizeOf(jpeg)).toEqual([SIDE, SIDE]);
    expect(jpeg.length).toBeLessThan(400_000);
    expect(await count(jpeg, colours.ink[0], 0, 560)).toBeGreaterThan(50_000);
    for (const host of [colours.wa[0], colours.wb[0]]) {
      expect(await count(jpeg, host, 600, 1220)).toBeGreaterThan(60_000);
      expect(await count(jpeg, host, 1240)).toBeGreaterThan(5_000);
    }
    expect(await count(jpeg, colours.meet[0], 600, 1220)).toBeGreaterThan(1_000);
  });

  test('a cover shows the conversation itself where it is known', async () => {
    const drawn = await drawCover(ffmpeg, { ...episode, wave });
    expect(drawn.equals(await drawCover(ffmpeg, episode))).toBe(false);
    expect((await drawCover(ffmpeg, { ...episode, wave, seed: 'episode-2' })).equals(drawn)).toBe(
      true,
    );
    const silent = { ...wave, b: wave.b.map(() => 0) };
    const alone = await drawCover(ffmpeg, { ...episode, wave: silent });
    expect(await count(alone, colours.wa[0], 600, 1220)).toBeGreaterThan(200_000);
    expect(await count(alone, colours.wb[0], 600, 1220)).toBeLessThan(200);
  });

  test.each([
    ['markup', '<script>&amp; "quotes" & \'more\' ]]>'],
    ['500 characters', 'Why do so many people wonder about this, again? '.repeat(11).slice(0, 500)],
    ['one endless word', 'm'.repeat(500)],
    ['a word and an emoji', 'Fire 🔥'],
    ['a single letter', 'I'],
  ])('a cover shows a title of %s', async (_what, title) => {
    const jpeg = await drawCover(ffmpeg, { ...episode, title });
    expect(sizeOf(jpeg)).toEqual([SIDE, SIDE]);
    expect(await count(jpeg, colours.ink[0], 0, 620)).toBeGreaterThan(4_000);
  });

  test.each(['海はなぜ夜に光るのか', '🔥', ''])(
    'a cover shows the brand mark in place of the title %j, which it cannot draw',
    async (title) => {
      const jpeg = await drawCover(ffmpeg, { ...episode, title });
      expect(await count(jpeg, colours['a-fill'][0], 100, 560)).toBeGreaterThan(50_000);
      expect(await count(jpeg, colours['b-fill'][0], 100, 560)).toBeGreaterThan(50_000);
    },
  );

  test('a cover is drawn even when a host name is too long or in an unsupported script', async () => {
    const hosts: [string, string] = ['A'.repeat(200), '李'];
    expect(sizeOf(await drawCover(ffmpeg, { ...episode, hosts }))).toEqual([SIDE, SIDE]);
  });

  test('drawing a cover leaves no temporary files behind', async () => {
    const usual = process.env.TMPDIR;
    const own = await mkdtemp(path.join(folder, 'scratch-'));
    process.env.TMPDIR = own;
    onTestFinished(() => {
      if (usual === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = usual;
    });
    const drawing = drawCover(ffmpeg, episode);
    await eventually('it works in a folder of its own', async () => (await readdir(own)).length);
    await drawing;
    expect(await readdir(own)).toEqual([]);
  });
});
