import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Podcast } from '#shared/episode.ts';
import { type Speaker, transcript } from '#shared/script.ts';
import { s3Storage } from '../server/base/files/s3Storage.ts';
import type { PreparedClip } from '../server/sound/mix/audio.ts';
import { openFfmpegEngine } from '../server/sound/mix/ffmpegEngine.ts';
import { prepare } from '../server/sound/mix/trim.ts';
import { clipOf } from '../server/sound/speech/wav.ts';
import type { Buyer } from '../server/testing/buyer.ts';
import { decode, onsetsOf, type Sound } from './sound.ts';
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
  /** For each line, milliseconds from the transcript's start time to its audio. */
  onsets: number[];
}

export async function inspect(podcast: Podcast, buyer: Buyer, stage: Stage): Promise<Delivered> {
  const { publicId, duration: minutes } = podcast;
  const { file, sound } = await fetchSound(publicId, buyer, stage);
  const audio = openFfmpegEngine({ ffmpeg: stage.ffmpeg });
  const { loudness, truePeak } = await audio.measure(file, AbortSignal.timeout(600_000));
  const reply = await buyer.fetch(`/media/${publicId}/transcript.json`);
  const { segments } = transcript.parse(await reply.json());
  const { rows } = await stage.pool.query(
    `select coalesce(quality -> 'flags' ? 'length', false) as flagged from podcasts
     where public_id = $1`,
    [publicId],
  );
  return {
    minutes,
    seconds: sound.seconds,
    lengthError: sound.seconds / (minutes * 60) - 1,
    isFlagged: rows[0]?.flagged === true,
    loudness,
    truePeak,
    onsets: await onsetsOf(
      await clipsOf(await linesOf(publicId, stage), stage),
      segments.map(({ startTime }) => startTime),
      sound,
    ),
  };
}

/** An episode's file, and what is heard in it. */
export async function fetchSound(
  publicId: string,
  buyer: Buyer,
  { dir, ffmpeg }: Stage,
): Promise<{ file: string; sound: Sound }> {
  const file = path.join(dir, `${publicId}.mp3`);
  const reply = await buyer.fetch(`/media/${publicId}/episode.mp3`);
  await writeFile(file, Buffer.from(await reply.arrayBuffer()));
  return { file, sound: await decode(ffmpeg, file) };
}

/** Times are seconds of the file. */
export interface SpokenLine {
  speaker: Speaker;
  text: string;
  section: number;
  start: number;
  end: number;
  clipKey: string;
}

export async function linesOf(publicId: string, { pool }: Stage): Promise<SpokenLine[]> {
  const { rows } = await pool.query(
    `select line.speaker, line.text, line.section, line.clip_key as "clipKey",
       line.start_milliseconds / 1000.0::float8 as start,
       (line.start_milliseconds + line.milliseconds) / 1000.0::float8 as end
     from podcast_lines as line join podcasts on podcasts.id = line.podcast_id
     where podcasts.public_id = $1 and line.state = 'spoken' order by line.position`,
    [publicId],
  );
  return rows as SpokenLine[];
}

export async function clipsOf(lines: SpokenLine[], { proxy }: Stage): Promise<PreparedClip[]> {
  const storage = s3Storage(proxy.addresses.s3);
  const clips: PreparedClip[] = [];
  for (const { clipKey } of lines) {
    const stored = await storage.get(clipKey);
    if (!stored) throw new Error(`the clip ${clipKey} is gone`);
    clips.push(prepare(clipOf(stored)));
  }
  return clips;
}

export function turnsOf(lines: SpokenLine[]): { line: SpokenLine; previous: SpokenLine }[] {
  return lines.flatMap((line, index) => {
    const previous = lines[index - 1];
    return previous ? [{ line, previous }] : [];
  });
}

/** Seconds by which a line lies over the one before it; 0 when it does not. */
export const overlapOf = ({ line, previous }: { line: SpokenLine; previous: SpokenLine }) =>
  Math.max(0, previous.end - line.start);
