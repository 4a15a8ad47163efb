import path from 'node:path';
import { openFfmpegEngine } from '../../server/sound/mix/ffmpegEngine.ts';
import { overlapOf, type SpokenLine, turnsOf } from '../episode.ts';
import { decode, RATE } from '../sound.ts';
import type { Stage } from '../stage.ts';

/** One tone for each host, Hz, so that each can be told from the other while both sound. */
const TONES = { A: 440, B: 1000 };
const CLIP_RATE = 44_100;
/** Of 32 768: speech at our loudness peaks here. */
const LEVEL = 8_000;
/** A host is heard if its tone has at least this share of the power that it has alone. */
const AUDIBLE_POWER = 0.25;

/**
 * Mixes an episode again by the product's own master, with a tone in place of each clip. Resolves
 * with the share of overlaps in which both tones are heard; NaN without overlaps.
 */
export async function audibleShare(lines: SpokenLine[], { ffmpeg, dir }: Stage): Promise<number> {
  const audio = openFfmpegEngine({ ffmpeg });
  const file = path.join(dir, 'tones.mp3');
  const signal = AbortSignal.timeout(600_000);
  const gain = { A: 1, B: 1 };
  const master = await audio.openMaster({ sampleRate: CLIP_RATE, gain, file, signal });
  let end = 0;
  for (const { speaker, start, end: until } of lines) {
    const clip = toneOf(TONES[speaker], until - start);
    await master.append(clip, speaker, (start - end) * 1000);
    end = until;
  }
  await master.finish(0);
  const { samples } = await decode(ffmpeg, file);
  const alone = (LEVEL / 32768) ** 2 / 2;
  const overlaps = turnsOf(lines).filter((turn) => overlapOf(turn) > 0);
  const audible = overlaps.filter(({ line, previous }) => {
    const both = samples.subarray(Math.round(line.start * RATE), Math.round(previous.end * RATE));
    return Object.values(TONES).every((hertz) => powerOf(both, hertz) > alone * AUDIBLE_POWER);
  });
  return audible.length / overlaps.length;
}

function toneOf(hertz: number, seconds: number) {
  const samples = Int16Array.from({ length: Math.round(seconds * CLIP_RATE) }, (_, i) =>
    Math.round(LEVEL * Math.sin((2 * Math.PI * hertz * i) / CLIP_RATE)),
  );
  return { samples, sampleRate: CLIP_RATE, milliseconds: seconds * 1000 };
}

/** Power of a tone in these samples, by Goertzel's algorithm. */
export function powerOf(samples: Int16Array | Float64Array, hertz: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * hertz) / RATE);
  let [last, before] = [0, 0];
  for (const sample of samples) {
    [last, before] = [sample / 32768 + coefficient * last - before, last];
  }
  const power = last * last + before * before - coefficient * last * before;
  return (2 * power) / samples.length ** 2;
}
