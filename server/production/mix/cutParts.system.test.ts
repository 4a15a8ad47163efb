import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Storage } from '../../base/files/storage.ts';
import { type PartRow, partsOf } from '../../episodes/log/parts.ts';
import { decode } from '../../sound/mix/fixtures/ffmpeg.ts';
import { openProduction, type Production } from '../../testing/production.ts';
import { OPENING_PIECES } from '../read/readingQueue.ts';

/* What can be heard before the whole episode is finished. */

const MINUTES = 1;
let production: Production;
let folder: string;
beforeAll(async () => {
  production = await openProduction();
  folder = await mkdtemp(path.join(tmpdir(), 'duologue-parts-'));
});
afterAll(async () => {
  await production.close();
  await rm(folder, { recursive: true });
});

const endOf = (part: PartRow | undefined) =>
  part ? part.startMilliseconds + part.milliseconds : 0;

/** Storage that tells of each part before it is put. */
function watched(seen: (key: string, mp3: Buffer) => void | Promise<void>): Storage {
  const put: Storage['put'] = async (key, body, type) => {
    if (key.includes('/part-')) await seen(key, body);
    await production.storage.put(key, body, type);
  };
  return { ...production.storage, put };
}

async function soundOf(key: string): Promise<Int16Array> {
  const mp3 = await production.storage.get(key);
  const file = path.join(folder, path.basename(key));
  await writeFile(file, mp3 ?? '');
  return decode(production.ffmpeg, file);
}

describe('preview parts', { timeout: 120_000 }, () => {
  it('the parts of an episode can be heard before it is finished, in order and without a gap', async () => {
    const { id } = await production.order(MINUTES);
    const whenFirst: string[] = [];
    /** Part of a longer timeline, as if stored just before a crash. */
    const behind = (key: string) =>
      key.replace(/\d+(?=\.mp3$)/, (number) => `${Number(number) + 1}`);
    const storage = watched(async (key, mp3) => {
      await production.storage.put(behind(key), mp3, 'audio/mpeg');
      const row = await production.rowOf(id);
      if (key.endsWith('part-1.mp3')) whenFirst.push(`${row?.status} ${row?.audioKey}`);
    });
    const { durationSeconds, audioKey } = await production.make(id, { storage });
    expect(whenFirst).toEqual(['processing null']);
    const parts = await partsOf(production.db, id);
    expect(parts.length).toBeGreaterThan(2);
    expect(await production.storage.get(behind(parts.at(-1)?.audioKey ?? ''))).toBeNull();
    const lines = await production.linesOf(id);
    // The first piece is a part by itself: its sound waits for no other line.
    const [last, next] = lines
      .slice(OPENING_PIECES[0] - 1)
      .map((line) => line.startMilliseconds ?? 0);
    expect(endOf(parts[0])).toBeGreaterThan(last ?? Number.POSITIVE_INFINITY);
    expect(endOf(parts[0])).toBeLessThan(next ?? 0);
    let place = 0;
    for (const [index, part] of parts.entries()) {
      expect([part.number, part.startMilliseconds]).toEqual([index + 1, place]);
      place = endOf(part);
      const ends = lines
        .filter(({ isOver }) => !isOver)
        .map((line) => (line.startMilliseconds ?? 0) + (line.milliseconds ?? 0))
        .filter((end) => end > part.startMilliseconds && end <= place);
      // No line is cut in two, and no more than this waits for the end of a part.
      const sounding = (ends.at(-1) ?? place) - part.startMilliseconds;
      expect(ends.length === 1 || sounding <= 15_000, `part ${part.number}`).toBe(true);
    }
    expect(Math.abs(place - (durationSeconds ?? 0) * 1000)).toBeLessThan(26);

    const whole = await soundOf(audioKey ?? '');
    for (const part of parts) {
      const sound = await soundOf(part.audioKey);
      // Rounded to a millisecond in the ledger: the place is found by the sound itself.
      const near = Math.round(part.startMilliseconds * 44.1);
      const start = [...Array(90).keys()]
        .map((step) => Math.max(0, near - 45 + step))
        .find((at) => sound.every((sample, i) => Math.abs(sample - (whole[at + i] ?? 0)) < 2));
      expect(start, `part ${part.number}`).toBeDefined();
      expect(Math.abs(sound.length / 44.1 - part.milliseconds)).toBeLessThan(1);
    }
  });

  it('with a part it is known where its lines start, and of no later line', async () => {
    const { id } = await production.order(MINUTES, 'Bees');
    const starts = async () => {
      const lines = await production.linesOf(id);
      return lines.map(({ startMilliseconds }) => startMilliseconds);
    };
    let known: (number | null)[] = [];
    let first: PartRow | undefined;
    const storage = watched(async (key) => {
      if (!key.endsWith('part-2.mp3')) return;
      known = await starts();
      [first] = await partsOf(production.db, id);
    });
    await production.make(id, { storage });
    const finished = await starts();
    const begun = finished.filter((start) => start !== null && start < endOf(first));
    expect(begun.length).toBeGreaterThan(1);
    expect(begun.length).toBeLessThan(finished.length);
    expect(known.slice(0, begun.length)).toEqual(begun);
    expect(known.slice(begun.length).every((start) => start === null)).toBe(true);
  });

  it('parts that are stored are not made again after a restart', async () => {
    const { id } = await production.order(MINUTES, 'Tides');
    const stored: string[] = [];
    const stop = new AbortController();
    const first = watched((key) => {
      stored.push(key);
      if (stored.length === 2) stop.abort(new Error('the deploy'));
    });
    await expect(production.make(id, { storage: first }, stop.signal)).rejects.toThrow(
      'the deploy',
    );
    const before = await partsOf(production.db, id);
    expect(before.length).toBeGreaterThan(0);

    const again: string[] = [];
    const second = watched((key) => void again.push(key));
    await production.make(id, { storage: second });
    const after = await partsOf(production.db, id);
    expect(after.slice(0, before.length)).toEqual(before);
    // Some of the last parts are made twice, where the length had to be corrected.
    const keysOf = (parts: PartRow[]) => parts.map((part) => part.audioKey);
    expect(again).toEqual(expect.arrayContaining(keysOf(after.slice(before.length))));
    expect(again.filter((key) => keysOf(before).includes(key))).toEqual([]);
  });

  it('a part that could not be stored becomes the beginning of the next', async () => {
    const { id } = await production.order(MINUTES, 'Moss');
    let refused: Buffer | undefined;
    const storage = watched((key, mp3) => {
      if (!key.endsWith('part-2.mp3') || refused) return;
      refused = mp3;
      throw new Error('the bucket is away');
    });
    const { status, durationSeconds } = await production.make(id, { storage });
    expect(status).toBe('completed');
    const parts = await partsOf(production.db, id);
    expect(parts[1]?.startMilliseconds).toBe(endOf(parts[0]));
    const mp3 = await production.storage.get(parts[1]?.audioKey ?? '');
    expect(mp3?.length).toBeGreaterThan(refused?.length ?? Number.POSITIVE_INFINITY);
    expect(Math.abs(endOf(parts.at(-1)) - (durationSeconds ?? 0) * 1000)).toBeLessThan(26);
  });
});
