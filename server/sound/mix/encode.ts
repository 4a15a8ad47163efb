import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DIGITAL_SOURCE_TYPE } from '#shared/aiDisclosure.ts';
import { inScratch } from '../../base/kit/scratch.ts';
import type { Clip } from '../speech/speech.ts';
import { startFfmpeg } from './startFfmpeg.ts';

/** Goes through files, because only a seekable output gets the header with the exact length. */
export async function encode(ffmpeg: string, clip: Clip, signal: AbortSignal): Promise<Buffer> {
  signal.throwIfAborted();
  const { samples, sampleRate } = clip;
  return inScratch(async (folder) => {
    const raw = path.join(folder, 'clip.pcm');
    const mp3 = path.join(folder, 'clip.mp3');
    await writeFile(raw, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
    const job = {
      input: raw,
      inputOptions: ['-nostdin', '-f', 's16le', '-ar', `${sampleRate}`, '-ac', '1'],
      outputOptions: [
        ...['-ar', '44100', '-c:a', 'libmp3lame', '-b:a', '96k', '-f', 'mp3'],
        // The same mark as in finished episodes (`writeTags.ts`).
        ...['-id3v2_version', '3', '-metadata', `DigitalSourceType=${DIGITAL_SOURCE_TYPE}`],
      ],
      output: mp3,
    };
    await startFfmpeg(ffmpeg, job, signal).done;
    return readFile(mp3);
  });
}
