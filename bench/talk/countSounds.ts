import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type SpokenLine, turnsOf } from '../episode.ts';
import { decode, findClip } from '../sound.ts';
import type { Stage } from '../stage.ts';

/** A clip explains at least this share of the sound where it stands; speech explains far less. */
const LIKE = 0.8;
/** Shorter pauses hold none of our sounds, s. */
const SILENT = 1.2;

const folder = path.resolve(import.meta.dirname, '../../server/sound/mix/sounds');

export async function loadSounds({ ffmpeg }: Stage) {
  const load = async (name: string) =>
    (await decode(ffmpeg, path.join(folder, `${name}.wav`))).samples;
  return { sting: await load('sting'), mark: await load('mark') };
}

export interface SoundCounts {
  stings: number;
  /** Chapters that begin with a mark or the sting; `chapters` counts all but the first. */
  begun: number;
  chapters: number;
  /** Long pauses in which neither is heard. */
  empty: number;
}

export async function countSounds(
  lines: SpokenLine[],
  sound: Int16Array,
  { sting, mark }: Awaited<ReturnType<typeof loadSounds>>,
): Promise<SoundCounts> {
  const isIn = (clip: Int16Array, from: number, to: number) => {
    const middle = (from + to) / 2 - clip.length / 32_000;
    return findClip(sound, clip, middle, (to - from) / 2).likeness > LIKE;
  };
  const counts = { stings: 0, begun: 0, chapters: 0, empty: 0 };
  for (const { line, previous } of turnsOf(lines)) {
    const isChapter = line.section !== previous.section;
    if (isChapter) counts.chapters++;
    if (line.start - previous.end < SILENT) continue;
    await setImmediate();
    const isSting = isIn(sting, previous.end, line.start);
    const isMark = !isSting && isIn(mark, previous.end, line.start);
    if (isSting) counts.stings++;
    if (isChapter && (isSting || isMark)) counts.begun++;
    if (!isSting && !isMark) counts.empty++;
  }
  return counts;
}
