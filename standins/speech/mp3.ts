import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Memory and wire use the same byte order. */
export const bytesOf = ({ buffer, byteOffset, byteLength }: Int16Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** `bitrate` is in kbit/s. */
export async function mp3Of(samples: Int16Array, rate: number, bitrate: number): Promise<Buffer> {
  // Uses files, because ffmpeg writes the exact length into the header only of a seekable output.
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

/** Runs the configured ffmpeg, else the system's, else the one from npm. */
async function runFfmpeg(args: string[]): Promise<void> {
  try {
    await run(process.env.FFMPEG_PATH || 'ffmpeg', args);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    const { default: installer } = await import('@ffmpeg-installer/ffmpeg');
    await run(installer.path, args);
  }
}
