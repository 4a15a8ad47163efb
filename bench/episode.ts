import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Podcast } from '#shared/episode.ts';
import { type Chapters, chapters, type Transcript, transcript } from '#shared/script.ts';
import type { Measured } from '../server/sound/mix/audio.ts';
import { openFfmpegEngine } from '../server/sound/mix/ffmpegEngine.ts';
import type { Buyer } from '../server/testing/buyer.ts';
import { linesOf } from './lines.ts';
import { clipsOf, onsetsOf } from './onsets.ts';
import { decode } from './sound.ts';
import type { Stage } from './stage.ts';

export interface Delivered {
  minutes: number;
  /** Measured on the decoded file. */
  seconds: number;
  /** `seconds` over the seconds bought, less one. */
  lengthError: number;
  isFlagged: boolean;
  loudness: number;
  truePeak: number;
  chaptersCoverAll: boolean;
  /** For each line, milliseconds from the transcript's start time to its audio. */
  onsets: number[];
}

export async function inspect(podcast: Podcast, buyer: Buyer, stage: Stage): Promise<Delivered> {
  const { publicId, duration: minutes } = podcast;
  const media = (name: string) => buyer.fetch(`/media/${publicId}/${name}`);
  const file = path.join(stage.dir, `${publicId}.mp3`);
  await writeFile(file, Buffer.from(await (await media('episode.mp3')).arrayBuffer()));
  const sound = await decode(stage.ffmpeg, file);
  const audio = openFfmpegEngine({ ffmpeg: stage.ffmpeg });
  const measured: Measured = await audio.measure(file, AbortSignal.timeout(600_000));
  const { segments }: Transcript = transcript.parse(await (await media('transcript.json')).json());
  const listed: Chapters = chapters.parse(await (await media('chapters.json')).json());
  return {
    minutes,
    seconds: sound.seconds,
    lengthError: sound.seconds / (minutes * 60) - 1,
    isFlagged: await isFlagged(publicId, stage),
    loudness: measured.loudness,
    truePeak: measured.truePeak,
    chaptersCoverAll: coverAll(listed, sound.seconds),
    onsets: await onsetsOf(
      await clipsOf(await linesOf(publicId, stage), stage),
      segments.map(({ startTime }) => startTime),
      sound,
    ),
  };
}

async function isFlagged(publicId: string, { pool }: Stage): Promise<boolean> {
  const { rows } = await pool.query(
    `select coalesce(quality -> 'flags' ? 'length', false) as flagged from podcasts
     where public_id = $1`,
    [publicId],
  );
  return rows[0]?.flagged === true;
}

function coverAll({ chapters: list }: Chapters, seconds: number): boolean {
  const last = list.at(-1)?.endTime ?? 0;
  return list.length > 2 && list[0]?.startTime === 0 && Math.abs(last - seconds) < 0.5;
}
