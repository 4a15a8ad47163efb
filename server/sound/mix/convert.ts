import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DIGITAL_SOURCE_TYPE } from '#shared/aiDisclosure.ts';
import { inScratch } from '../../base/kit/scratch.ts';
import type { Clip } from '../speech/speech.ts';
import { bytesOf, clipOf, samplesOf } from '../speech/wav.ts';
import type { PreparedClip } from './audio.ts';
import { SOUND_LENGTHS, type SoundName } from './soundLengths.ts';
import { type Job, startFfmpeg } from './startFfmpeg.ts';

/** Runs ffmpeg from file to file: only a seekable output gets a header with the exact length. */
export async function convert(
  ffmpeg: string,
  bytes: Uint8Array,
  { inputOptions, outputOptions }: Pick<Job, 'inputOptions' | 'outputOptions'>,
  signal: AbortSignal,
): Promise<Buffer> {
  signal.throwIfAborted();
  return inScratch(async (folder) => {
    const [input, output] = [path.join(folder, 'input'), path.join(folder, 'output')];
    await writeFile(input, bytes);
    await startFfmpeg(ffmpeg, { input, inputOptions, outputOptions, output }, signal).done;
    return readFile(output);
  });
}

interface Options {
  sampleRate: number;
  signal: AbortSignal;
}

/** The length is exact, whatever resampling leaves. */
export async function resample(
  ffmpeg: string,
  clip: PreparedClip,
  { sampleRate, signal }: Options,
): Promise<PreparedClip> {
  const { samples, milliseconds } = clip;
  if (clip.sampleRate === sampleRate) return clip;
  const raw = ['-ac', '1', '-f', 's16le'];
  const job = {
    inputOptions: ['-nostdin', '-threads', '1', '-ar', `${clip.sampleRate}`, ...raw],
    outputOptions: ['-ar', `${sampleRate}`, ...raw],
  };
  const resampled = samplesOf(await convert(ffmpeg, bytesOf(samples), job, signal));
  const exact = new Int16Array(Math.round((samples.length * sampleRate) / clip.sampleRate));
  exact.set(resampled.subarray(0, exact.length));
  return { samples: exact, sampleRate, milliseconds };
}

export async function loadSound(
  ffmpeg: string,
  name: SoundName,
  options: Options,
): Promise<PreparedClip> {
  const wav = await readFile(path.join(import.meta.dirname, 'sounds', `${name}.wav`));
  return resample(ffmpeg, { ...clipOf(wav), milliseconds: SOUND_LENGTHS[name] }, options);
}

export function encode(ffmpeg: string, clip: Clip, signal: AbortSignal): Promise<Buffer> {
  const job = {
    inputOptions: ['-nostdin', '-f', 's16le', '-ar', `${clip.sampleRate}`, '-ac', '1'],
    outputOptions: [
      ...['-ar', '44100', '-c:a', 'libmp3lame', '-b:a', '96k', '-f', 'mp3'],
      // The same mark as in finished episodes (`writeTags.ts`).
      ...['-id3v2_version', '3', '-metadata', `DigitalSourceType=${DIGITAL_SOURCE_TYPE}`],
    ],
  };
  return convert(ffmpeg, bytesOf(clip.samples), job, signal);
}
