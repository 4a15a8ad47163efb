import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ScriptLine } from '#shared/script.ts';
import type { PreparedClip } from '../server/sound/mix/audio.ts';
import { openFfmpegEngine } from '../server/sound/mix/ffmpegEngine.ts';
import { prepare } from '../server/sound/mix/trim.ts';
import { wavOf } from '../server/sound/speech/wav.ts';
import type { Delivered } from './episode.ts';
import type { Figure, Result } from './figures.ts';
import type { Cast, Mastered } from './master.ts';
import { spendingOf } from './processes.ts';
import { decode, onsetsOf } from './sound.ts';
import type { Stage } from './stage.ts';
import { median, percentile } from './statistics.ts';
import { type Order, openWays, voicesOf } from './ways.ts';

const GAP = 350;
const INTRODUCTION = "Ask me something good, and we'll talk it through together.";

/** Long enough that starting up takes only a hundredth of either way. */
const MINUTES = 10;

/** In CPU seconds, except `closing`, which is wall-clock time. */
interface Round {
  bare: number;
  mix: number;
  check: number;
  closing: number;
}

/** Compares the master's CPU time with a bare encode of the same PCM into the same format. */
export async function measureMastering(
  stage: Stage,
  quick: boolean,
  delivered: Delivered[],
): Promise<Result> {
  console.log('Mastering beside a bare encode');
  await stage.setSpeeds(null);
  const folder = path.join(stage.dir, 'mastering');
  await mkdir(folder, { recursive: true });
  const clips = await layOut(stage, folder);
  const seconds = await writePcm(path.join(folder, 'bare.pcm'), clips);
  const rounds: Round[] = [];
  let mastered: Mastered | null = null;
  for (let round = 0; round < (quick ? 2 : 3); round++) {
    const bare = await encodeBarely(stage.ffmpeg, folder);
    const mix = await desktopTest('mix', stage.ffmpeg, folder);
    const check = await desktopTest('check', stage.ffmpeg, folder);
    mastered = mix.mastered;
    rounds.push({ bare, mix: mix.seconds, check: check.seconds, closing: mix.mastered.closing });
  }
  const file = path.join(folder, 'mixed.mp3');
  const measured = await openFfmpegEngine(stage).measure(file, AbortSignal.timeout(300_000));
  const sound = await decode(stage.ffmpeg, file);
  const starts = mastered?.starts.map((start) => start / 1000) ?? [];
  const onsets = await onsetsOf(clips, starts, sound);
  const all = [{ ...measured, onsets }, ...delivered];

  const over = (part: 'mix' | 'check') => median(rounds.map((round) => round[part] / round.bare));
  return {
    area: 'mastering',
    figures: [
      {
        name: 'meter, gain, limiter and encode, over a bare encode',
        value: over('mix'),
        goal: { atMost: 1.3 },
      },
      {
        name: 'check of the finished file, over a bare encode',
        value: over('check'),
        goal: { atMost: 0.6 },
      },
      {
        name: 'file closed after its last line',
        value: median(rounds.map(({ closing }) => closing)),
        unit: 's',
        goal: { atMost: 0.5 },
      },
      ...soundOf(all),
    ],
    notes: [
      `${Math.round(seconds)} s of the stand-ins' speech, mono 24 kHz, into MP3 of mono 44.1 kHz and 128 kbit/s by either; CPU of all processes, without the start of Node; median of ${rounds.length} interleaved rounds.`,
      `Loudness, peak and onsets: the file mixed here and ${delivered.length} delivered episodes, decoded.`,
    ],
    details: { rounds, files: all.length, lines: all.flatMap(({ onsets }) => onsets).length },
  };
}

function soundOf(files: { loudness: number; truePeak: number; onsets: number[] }[]): Figure[] {
  const off = files.map(({ loudness }) => Math.abs(loudness + 16));
  const onsets = files.flatMap((file) => file.onsets.map(Math.abs));
  return [
    {
      name: 'loudness of the file furthest from -16 LUFS',
      value: files[off.indexOf(Math.max(...off))]?.loudness ?? null,
      unit: 'LUFS',
      goal: { between: [-17, -15] },
    },
    {
      name: 'highest true peak',
      value: Math.max(...files.map(({ truePeak }) => truePeak)),
      unit: 'dBTP',
      goal: { atMost: -1 },
    },
    {
      name: 'transcript from the sound, furthest line',
      value: Math.max(...onsets),
      unit: 'ms',
      goal: { atMost: 50 },
      note: `95 % within ${percentile(onsets, 0.95).toFixed(0)} ms`,
    },
  ];
}

/** Writes the files that the master reads; returns the lines' clips, prepared as it does. */
async function layOut(stage: Stage, folder: string): Promise<PreparedClip[]> {
  const ways = openWays(stage);
  const order: Order = {
    minutes: MINUTES,
    topic: 'What whales might be saying to each other',
    voices: await voicesOf(stage),
    names: ['Ann', 'Ben'],
  };
  const script = await ways.write(order);
  const samples: ScriptLine[] = [
    { speaker: 'A', text: `Hello, I'm Ann. ${INTRODUCTION}` },
    { speaker: 'B', text: `Hello, I'm Ben. ${INTRODUCTION}` },
  ];
  const { clips } = await ways.speak(order, [...samples, ...script.lines], 4);
  const name = (index: number) => `clip-${index}.wav`;
  for (const [index, clip] of clips.entries()) {
    await writeFile(path.join(folder, name(index)), wavOf(clip));
  }
  const cast: Cast = {
    samples: { A: name(0), B: name(1) },
    lines: script.lines.map(({ speaker }, index) => ({ speaker, clip: name(index + 2) })),
    gap: GAP,
  };
  await writeFile(path.join(folder, 'cast.json'), JSON.stringify(cast));
  return clips.slice(2).map((clip) => prepare(clip));
}

/** Writes the same audio as in the master, before gain; returns its length in seconds. */
async function writePcm(file: string, clips: PreparedClip[]): Promise<number> {
  const rate = clips[0]?.sampleRate ?? 24_000;
  const gap = Buffer.alloc(2 * Math.round((GAP / 1000) * rate));
  const pieces = clips.flatMap(({ samples }) => [
    gap,
    Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength),
  ]);
  const pcm = Buffer.concat([...pieces, gap]);
  await writeFile(file, pcm);
  return pcm.length / 2 / rate;
}

async function encodeBarely(ffmpeg: string, folder: string): Promise<number> {
  const { seconds } = await spendingOf(ffmpeg, [
    ...['-v', 'error', '-nostdin', '-y', '-f', 's16le', '-ar', '24000', '-ac', '1'],
    ...['-i', path.join(folder, 'bare.pcm'), '-ar', '44100', '-ac', '1'],
    ...['-c:a', 'libmp3lame', '-b:a', '128k', path.join(folder, 'bare.mp3')],
  ]);
  return seconds;
}

async function desktopTest(act: 'mix' | 'check', ffmpeg: string, folder: string) {
  const program = path.join(import.meta.dirname, 'master.ts');
  const { seconds, stdout } = await spendingOf(process.execPath, [program, act, folder, ffmpeg]);
  const mastered = JSON.parse(stdout.split('\n')[0] ?? '') as Mastered;
  return { seconds: seconds - mastered.idle, mastered };
}
