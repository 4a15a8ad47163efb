import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lazily } from '../../base/kit/lazily.ts';
import { inScratch } from '../../base/kit/scratch.ts';
import { BrokenSound, type Clip } from '../speech/speech.ts';
import { findFfmpeg } from './findFfmpeg.ts';
import { countSamples } from './sampleCount.ts';
import { startFfmpeg } from './startFfmpeg.ts';

/** ffmpeg's errors about its input. All others are about this machine. */
const UNREADABLE = /Invalid data found|matches no streams|[Ee]rror while decoding/;

/**
 * Leaves out the encoder's padding. Rejects with `BrokenSound` for an MP3 that is cut: a part of a
 * line must never pass for the line. Takes some 20 ms of a core per clip.
 */
export async function decode(ffmpeg: string, mp3: Buffer, signal: AbortSignal): Promise<Clip> {
  signal.throwIfAborted();
  const expected = countSamples(mp3);
  return inScratch(async (folder) => {
    const input = path.join(folder, 'clip.mp3');
    const output = path.join(folder, 'clip.pcm');
    await writeFile(input, mp3);
    const job = {
      input,
      inputOptions: ['-nostdin', '-threads', '1', '-f', 'mp3'],
      outputOptions: ['-map', '0:a:0', '-ar', `${expected.sampleRate}`, '-ac', '1', '-f', 's16le'],
      output,
    };
    await startFfmpeg(ffmpeg, job, signal).done.catch((error: unknown) => {
      if (UNREADABLE.test(String(error))) throw new BrokenSound(String(error), { cause: error });
      throw error;
    });
    const samples = new Int16Array(new Uint8Array(await readFile(output)).buffer);
    // ffmpeg skips a frame that it cannot decode, and a word with it.
    if (samples.length <= expected.samples - expected.perFrame) {
      throw new BrokenSound(
        `only ${samples.length} of ${expected.samples} samples could be decoded`,
      );
    }
    return { samples, sampleRate: expected.sampleRate };
  });
}

/** Looks for ffmpeg at the first MP3 only, because a command may never decode one. */
export function openDecoder(ffmpegPath: string | null) {
  const found = lazily(() => findFfmpeg(ffmpegPath));
  return async (mp3: Buffer, signal: AbortSignal): Promise<Clip> =>
    decode((await found()).path, mp3, signal);
}
