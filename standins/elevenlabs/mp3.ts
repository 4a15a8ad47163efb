import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Mono samples as they are in memory, which is how the wire has them. */
export const bytesOf = ({ buffer, byteOffset, byteLength }: Int16Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** The samples as an MP3 of this bitrate (kbit/s), by the ffmpeg that is at hand. */
export async function mp3Of(samples: Int16Array, rate: number, bitrate: number): Promise<Buffer> {
  // Through files: only one that can be rewound gets the header with its exact length.
  const folder = await mkdtemp(path.join(tmpdir(), 'duologue-standin-'));
  try {
    const raw = path.join(folder, 'line.pcm');
    const mp3 = path.join(folder, 'line.mp3');
    await writeFile(raw, bytesOf(samples));
    const input = ['-f', 's16le', '-ar', `${rate}`, '-ac', '1', '-i', raw];
    const output = ['-c:a', 'libmp3lame', '-b:a', `${bitrate}k`, mp3];
    await runFfmpeg(['-v', 'error', '-nostdin', ...input, ...output]);
    return await readFile(mp3);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs the operator's ffmpeg, else the machine's, else the one that came from npm. */
async function runFfmpeg(args: string[]): Promise<void> {
  try {
    await run(process.env.FFMPEG_PATH || 'ffmpeg', args);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    const { default: installer } = await import('@ffmpeg-installer/ffmpeg');
    await run(installer.path, args);
  }
}
