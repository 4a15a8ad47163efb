import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inScratch } from '../../base/kit/scratch.ts';
import type { PreparedClip } from './audio.ts';
import { startFfmpeg } from './startFfmpeg.ts';

/** The length is exact, whatever resampling leaves. */
export async function resample(
  ffmpeg: string,
  clip: PreparedClip,
  { sampleRate, signal }: { sampleRate: number; signal: AbortSignal },
): Promise<PreparedClip> {
  const { samples, milliseconds } = clip;
  if (clip.sampleRate === sampleRate) return clip;
  signal.throwIfAborted();
  return inScratch(async (folder) => {
    const input = path.join(folder, 'clip.pcm');
    const output = path.join(folder, 'resampled.pcm');
    await writeFile(input, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
    const raw = ['-ac', '1', '-f', 's16le'];
    const job = {
      input,
      inputOptions: ['-nostdin', '-threads', '1', '-ar', `${clip.sampleRate}`, ...raw],
      outputOptions: ['-ar', `${sampleRate}`, ...raw],
      output,
    };
    await startFfmpeg(ffmpeg, job, signal).done;
    const resampled = new Int16Array(new Uint8Array(await readFile(output)).buffer);
    const exact = new Int16Array(Math.round((samples.length * sampleRate) / clip.sampleRate));
    exact.set(resampled.subarray(0, exact.length));
    return { samples: exact, sampleRate, milliseconds };
  });
}
