import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { JSDOM } from 'jsdom';
import NodeID3 from 'node-id3';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testFfmpeg } from '../../testing/testFfmpeg.ts';
import type { Tags } from './audio.ts';
import { encode } from './convert.ts';
import { low, utter } from './fixtures/voice.ts';
import { measure } from './measure.ts';
import { writeTags } from './writeTags.ts';

let ffmpeg: string;
let root: string;
let sound: Buffer;
let folder: string;
let file: string;
beforeAll(async () => {
  ffmpeg = await testFfmpeg();
  root = await mkdtemp(path.join(tmpdir(), 'tags-test-'));
  const mp3 = await encode(ffmpeg, utter(low, 3, 1), AbortSignal.timeout(20_000));
  sound = mp3.subarray(mp3.indexOf(Buffer.from([0xff, 0xfb])));
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(root, 'episode-'));
  file = path.join(folder, 'episode.mp3');
  await writeFile(file, sound);
});
afterAll(() => rm(root, { recursive: true }));

const run = promisify(execFile);
const MADE_BY_A_MODEL = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';

const tags: Tags = {
  title: 'Why the sea glows: 海 & <light> 🌊',
  hosts: ['Brian', 'Zoë'],
  summary: 'Plankton, alarms and submarines.',
  date: new Date('2026-02-03T23:30:00Z'),
  cover: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0, 0, 4]),
  chapters: [
    { title: 'The burglar alarm', startMilliseconds: 0, endMilliseconds: 1200.4 },
    { title: 'Ça brille', startMilliseconds: 1200.4, endMilliseconds: 3000 },
  ],
  comment: 'Made by AI with Duologue.',
};

test('all tags that were written can be read back', async () => {
  await writeTags(file, tags);
  const read = NodeID3.read(await readFile(file));
  expect(read).toMatchObject({
    title: tags.title,
    subtitle: tags.summary,
    artist: 'Brian and Zoë',
    album: 'Duologue',
    genre: 'Podcast',
    year: '2026',
    date: '0302',
    recordingTime: '2026-02-03',
    comment: { language: 'eng', text: tags.comment },
    image: { mime: 'image/jpeg', type: { id: 3 }, imageBuffer: tags.cover },
    tableOfContents: [{ elementID: 'toc', isOrdered: true, elements: ['chp0', 'chp1'] }],
    chapter: [
      { elementID: 'chp0', startTimeMs: 0, endTimeMs: 1200, tags: { title: 'The burglar alarm' } },
      { elementID: 'chp1', startTimeMs: 1200, endTimeMs: 3000, tags: { title: 'Ça brille' } },
    ],
  });
});

test('without a cover there is no picture, and everything else is as it was', async () => {
  await writeTags(file, tags);
  const kept = await readFile(file);
  const { image, raw, ...others } = NodeID3.read(kept);
  expect(image).toBeDefined();
  await writeTags(file, { ...tags, cover: null });
  const streamed = await readFile(file);
  const { raw: _, ...left } = NodeID3.read(streamed);
  expect(left).toEqual(others);
  expect(streamed.indexOf('APIC')).toBe(-1);
  expect(streamed.subarray(-sound.length)).toEqual(sound);
  expect(kept.subarray(-sound.length)).toEqual(sound);
});

test('an episode’s tags say to machines that a trained model made it, as IPTC writes that', async () => {
  await writeTags(file, tags);
  const read = NodeID3.read(await readFile(file));
  expect(read.userDefinedText).toEqual([
    { description: 'DigitalSourceType', value: MADE_BY_A_MODEL },
  ]);
  const [packet] = read.private ?? [];
  expect(packet?.ownerIdentifier).toBe('XMP');
  const { window } = new JSDOM('');
  const xmp = new window.DOMParser().parseFromString(String(packet?.data), 'application/xml');
  const space = 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/';
  const [property] = xmp.getElementsByTagNameNS(space, 'DigitalSourceType');
  expect(property?.textContent).toBe(MADE_BY_A_MODEL);
});

test('media tools show the mark for machines, of an episode and of a voice sample', async () => {
  await writeTags(file, tags);
  const sample = path.join(folder, 'sample.mp3');
  await writeFile(sample, await encode(ffmpeg, utter(low, 1, 1), AbortSignal.timeout(20_000)));
  for (const sound of [file, sample]) {
    const shown = await run(ffmpeg, ['-v', 'error', '-i', sound, '-f', 'ffmetadata', '-']);
    expect(shown.stdout).toContain(`DigitalSourceType=${MADE_BY_A_MODEL}\n`);
  }
});

test('tagging leaves the sound and its length unchanged', async () => {
  const signal = AbortSignal.timeout(20_000);
  const before = await measure(ffmpeg, file, signal);
  await writeTags(file, tags);
  const tagged = await readFile(file);
  expect(tagged.subarray(-sound.length).equals(sound)).toBe(true);
  expect(await measure(ffmpeg, file, signal)).toEqual(before);
  expect(await readdir(folder)).toEqual(['episode.mp3']);
});

test('tags written again replace the first ones', async () => {
  await writeTags(file, tags);
  const { length } = await readFile(file);
  await writeTags(file, { ...tags, title: tags.title.replace('sea', 'bay') });
  const again = await readFile(file);
  expect(again.length).toBe(length);
  expect(NodeID3.read(again).title).toContain('bay');
});

test('an episode without chapters has no table of contents', async () => {
  await writeTags(file, { ...tags, chapters: [] });
  const read = NodeID3.read(await readFile(file));
  expect(read.title).toBe(tags.title);
  expect(read).not.toHaveProperty('chapter');
  expect(read).not.toHaveProperty('tableOfContents');
});

test('chapters beyond the 255 that ID3 can count are cut', async () => {
  const chapters = Array.from({ length: 300 }, (_, i) => ({
    title: `Chapter ${i}`,
    startMilliseconds: i * 10,
    endMilliseconds: i * 10 + 10,
  }));
  await writeTags(file, { ...tags, chapters });
  const read = NodeID3.read(await readFile(file));
  expect(read.chapter).toHaveLength(255);
  expect(read.tableOfContents?.[0]?.elements).toHaveLength(255);
});

test('tagging a missing file rejects and leaves nothing behind', async () => {
  await rm(file);
  await expect(writeTags(file, tags)).rejects.toThrow(/ENOENT/);
  expect(await readdir(folder)).toEqual([]);
});
