import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startFfmpeg } from './ffmpeg.ts';

const TIMEOUT = 60_000;

/** Converts a PNG to a JPEG, through two files in `folder`. Full colour resolution keeps flat edges clean. */
export async function toJpeg(ffmpeg: string, png: Buffer, folder: string): Promise<Buffer> {
  const source = path.join(folder, 'picture.png');
  const target = path.join(folder, 'picture.jpg');
  await writeFile(source, png);
  const job = {
    input: source,
    inputOptions: ['-nostdin'],
    outputOptions: ['-pix_fmt', 'yuvj444p', '-c:v', 'mjpeg', '-q:v', '3', '-f', 'image2'],
    output: target,
  };
  await startFfmpeg(ffmpeg, job, AbortSignal.timeout(TIMEOUT)).done;
  return readFile(target);
}
