import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type SpokenLine, turnsOf } from '../lines.ts';
import { findClip } from '../onsets.ts';
import { decode } from '../sound.ts';
import type { Stage } from '../stage.ts';

/** So much of a sound's power is explained where it stands; speech explains far less. */
const LIKE = 0.8;
/** A pause without a sound of ours is shorter, s. */
const SILENT = 1.2;

const folder = path.resolve(import.meta.dirname, '../../server/sound/mix/sounds');

/** The sounds of our own at the rate of a decoded file. */
export async function loadSounds({ ffmpeg }: Stage) {
  const load = async (name: string) =>
    (await decode(ffmpeg, path.join(folder, `${name}.wav`))).samples;
  return { sting: await load('sting'), mark: await load('mark') };
}

/** What is heard in the long pauses of an episode. */
export interface SoundCounts {
  /** Stings, all of them between two lines. */
  stings: number;
  /** Chapters that begin with a mark or the sting, and all chapters but the first. */
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
