// Masters clips as production does, or checks a finished file, in a separate process, so that its CPU
// can be measured. Prints one line of JSON.
//   node bench/master.ts mix FOLDER FFMPEG   |   node bench/master.ts check FOLDER FFMPEG
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Speaker } from '#shared/script.ts';
import { openFfmpegEngine } from '../server/sound/mix/ffmpegEngine.ts';
import { clipOf } from '../server/sound/speech/wav.ts';

export interface Cast {
  /** A clip of each voice, from which its gain is computed. */
  samples: { A: string; B: string };
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
  const mastered = act === 'mix' ? await mix() : await check();
  console.log(JSON.stringify(mastered));

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
    const gain = {
      A: audio.gainFor(audio.prepare(samples.A)),
      B: audio.gainFor(audio.prepare(samples.B)),
    };
    const { sampleRate } = samples.A;
    const master = await audio.openMaster({ sampleRate, gain, file, signal: never });
    const starts: number[] = [];
    let handed = 0;
    for (const [index, clip] of clips.entries()) {
      handed = performance.now();
      const speaker = cast.lines[index]?.speaker ?? 'A';
      const { startMilliseconds } = await master.append(audio.prepare(clip), speaker, cast.gap);
      starts.push(startMilliseconds);
    }
    await master.finish(cast.gap);
    return { idle, closing: (performance.now() - handed) / 1000, starts };
  }
}

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
