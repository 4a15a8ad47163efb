// Masters clips as production does, or checks a finished file, in a separate process, so that its CPU
// can be measured. Prints one line of JSON.
//   node bench/master.ts mix FOLDER FFMPEG   |   node bench/master.ts check FOLDER FFMPEG
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Speaker } from '#shared/script.ts';
import type { AudioEngine } from '../server/sound/mix/audio.ts';
import { openFfmpegEngine } from '../server/sound/mix/ffmpegEngine.ts';
import type { Clip } from '../server/sound/speech/speech.ts';
import { clipOf } from '../server/sound/speech/wav.ts';

/** The files of an episode. */
export interface Cast {
  samples: Record<Speaker, string>;
  lines: { speaker: Speaker; clip: string }[];
  gap: number;
}

/** The output. Times are seconds, `starts` milliseconds. */
export interface Mastered {
  /** CPU that this process used before it began to work. */
  idle: number;
  /** From adding the last line until the file is closed. */
  closing: number;
  starts: number[];
}

const never = new AbortController().signal;

if (process.argv[1] === import.meta.filename) {
  const [, , act, folder = '', ffmpeg = ''] = process.argv;
  const audio = openFfmpegEngine({ ffmpeg });
  const file = path.join(folder, 'mixed.mp3');
  console.log(JSON.stringify(act === 'mix' ? await mix() : await check()));

  async function check(): Promise<Mastered> {
    const idle = cpu();
    await audio.measure(file, never);
    return { idle, closing: 0, starts: [] };
  }

  async function mix(): Promise<Mastered> {
    const cast = JSON.parse(await readFile(path.join(folder, 'cast.json'), 'utf8')) as Cast;
    const load = async (name: string) => clipOf(await readFile(path.join(folder, name)));
    const samples = { A: await load(cast.samples.A), B: await load(cast.samples.B) };
    const clips = await Promise.all(cast.lines.map(({ clip }) => load(clip)));
    const idle = cpu();
    return { idle, ...(await masterClips(audio, file, { ...cast, samples, clips })) };
  }
}

/** `samples` are a clip of each voice, from which its gain is computed. */
export async function masterClips(
  audio: AudioEngine,
  file: string,
  episode: {
    samples: Record<Speaker, Clip>;
    lines: { speaker: Speaker }[];
    clips: Clip[];
    gap: number;
  },
): Promise<Omit<Mastered, 'idle'>> {
  const { samples, lines, clips, gap } = episode;
  const gainOf = (speaker: Speaker) => audio.gainFor(audio.prepare(samples[speaker]));
  const gain = { A: gainOf('A'), B: gainOf('B') };
  const { sampleRate } = samples.A;
  const master = await audio.openMaster({ sampleRate, gain, file, signal: never });
  const starts: number[] = [];
  let handed = 0;
  for (const [index, clip] of clips.entries()) {
    handed = performance.now();
    const speaker = lines[index]?.speaker ?? 'A';
    const { startMilliseconds } = await master.append(audio.prepare(clip), speaker, gap);
    starts.push(startMilliseconds);
  }
  await master.finish(gap);
  return { closing: (performance.now() - handed) / 1000, starts };
}

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
