import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { inScratch } from '../../base/kit/scratch.ts';
import type { PreparedClip } from './audio.ts';
import { SOUND_LENGTHS, type SoundName } from './soundLengths.ts';
import { startFfmpeg } from './startFfmpeg.ts';

/** The length is exact, whatever resampling leaves. */
export async function loadSound(
  ffmpeg: string,
  name: SoundName,
  { sampleRate, signal }: { sampleRate: number; signal: AbortSignal },
): Promise<PreparedClip> {
  signal.throwIfAborted();
  const milliseconds = SOUND_LENGTHS[name];
  return inScratch(async (folder) => {
    const output = path.join(folder, `${name}.pcm`);
    const job = {
      input: path.join(import.meta.dirname, 'sounds', `${name}.wav`),
      inputOptions: ['-nostdin', '-threads', '1'],
      outputOptions: ['-ar', `${sampleRate}`, '-ac', '1', '-f', 's16le'],
      output,
    };
    await startFfmpeg(ffmpeg, job, signal).done;
    const decoded = new Int16Array(new Uint8Array(await readFile(output)).buffer);
    const samples = new Int16Array(Math.round((milliseconds * sampleRate) / 1000));
    samples.set(decoded.subarray(0, samples.length));
    return { samples, sampleRate, milliseconds };
  });
}
