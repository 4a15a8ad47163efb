import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { podcasts } from '../base/db/tables.ts';
import { decode } from '../sound/mix/fixtures/ffmpeg.ts';
import { SOUND_LENGTHS, type SoundName } from '../sound/mix/soundLengths.ts';
import { clipOf } from '../sound/speech/wav.ts';
import { findSound } from '../testing/findSound.ts';
import { openProduction, type Production } from '../testing/production.ts';
import { PAUSES } from './speak/gaps.ts';

/* The sounds of our own, heard in the finished file. */

const MINUTES = 2;
let production: Production;
let folder: string;
beforeAll(async () => {
  production = await openProduction();
  folder = await mkdtemp(path.join(tmpdir(), 'duologue-stings-'));
});
afterAll(async () => {
  await production.close();
  await rm(folder, { recursive: true });
});

/** An episode, its lines, and the sounds that its finished file holds, with their starts, ms. */
async function made(topic: string, stings: boolean) {
  const { id } = await production.order(MINUTES, topic);
  await production.db.update(podcasts).set({ stings }).where(eq(podcasts.id, id));
  const row = await production.make(id);
  const file = path.join(folder, `${id}.mp3`);
  await writeFile(file, (await production.storage.get(row.audioKey ?? '')) ?? '');
  const recording = await decode(production.ffmpeg, file);
  const sounds: { name: SoundName; at: number }[] = [];
  for (const name of ['sting', 'mark'] as const) {
    const wav = path.resolve(import.meta.dirname, `../sound/mix/sounds/${name}.wav`);
    const starts = findSound(recording, clipOf(await readFile(wav)));
    sounds.push(...starts.map((at) => ({ name, at })));
  }
  const lines = (await production.linesOf(id)).filter((line) => line.state === 'spoken');
  return { row, lines, sounds };
}

type Lines = Awaited<ReturnType<typeof made>>['lines'];
const begins = (lines: Lines, i: number) => lines[i]?.section !== lines[i - 1]?.section;

/** Where each sound has to be by the starts of the lines, which it stays clear of. */
function placesIn(lines: Lines, names: Map<number, SoundName>) {
  return [...names].map(([i, name]) => {
    const at = (lines[i]?.startMilliseconds ?? 0) - PAUSES[name].after - SOUND_LENGTHS[name];
    const before = lines[i - 1];
    const end = (before?.startMilliseconds ?? 0) + (before?.milliseconds ?? 0);
    expect(Math.abs(at - end - PAUSES[name].before)).toBeLessThan(3);
    return { name, at };
  });
}

function expectSounds(sounds: { name: SoundName; at: number }[], places: typeof sounds): void {
  expect(sounds.map(({ name }) => name).sort()).toEqual(places.map(({ name }) => name).sort());
  for (const { name, at } of places) {
    const near = sounds.filter((one) => one.name === name && Math.abs(one.at - at) < 3);
    expect(near, `${name} at ${at}`).toHaveLength(1);
  }
}

describe('an episode of stand-ins', { timeout: 180_000 }, () => {
  it('that greets after a hook has its sting there, and a mark at every later chapter', async () => {
    await production.setFaults({ openai: { writer: 'scripts' } });
    const { lines, sounds } = await made('Why the sea glows at night', true);
    const greeting = lines.findIndex(({ text }) => text.startsWith('Hello'));
    expect(greeting).toBeGreaterThan(1);
    const chapters = [...lines.keys()].filter((i) => i > 0 && begins(lines, i));
    expect(chapters.length).toBeGreaterThan(0);
    const names = new Map(chapters.map((i): [number, SoundName] => [i, 'mark']));
    expectSounds(sounds, placesIn(lines, names.set(greeting, 'sting')));
  });

  it('that greets at once has its sting at the first new chapter, and its minutes', async () => {
    await production.setFaults({});
    const { row, lines, sounds } = await made('Tides', true);
    const [first = 0, ...later] = [...lines.keys()].filter((i) => i > 0 && begins(lines, i));
    const names = new Map(later.map((i): [number, SoundName] => [i, 'mark']));
    expectSounds(sounds, placesIn(lines, names.set(first, 'sting')));
    expect(Math.abs(row.quality?.lengthError ?? 1)).toBeLessThan(0.03);
  });

  it('without sounds has none, and its minutes all the same', async () => {
    await production.setFaults({});
    const { row, sounds } = await made('Clouds', false);
    expect(sounds).toEqual([]);
    expect(Math.abs(row.quality?.lengthError ?? 1)).toBeLessThan(0.03);
  });
});
