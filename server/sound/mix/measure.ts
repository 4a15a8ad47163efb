import path from 'node:path';
import type { Measured } from './audio.ts';
import { startFfmpeg } from './startFfmpeg.ts';

/** Rejects for a file that cannot be decoded. */
export async function measure(
  ffmpeg: string,
  file: string,
  signal: AbortSignal,
): Promise<Measured> {
  signal.throwIfAborted();
  const job = {
    input: path.resolve(file),
    inputOptions: ['-hide_banner', '-nostdin'],
    outputOptions: [
      ...['-map', '0:a:0', '-af', 'ebur128=peak=true:framelog=verbose'],
      ...['-nostats', '-progress', 'pipe:1', '-f', 'null'],
    ],
    output: '-',
  };
  const { stdout, stderr } = await startFfmpeg(ffmpeg, job, signal).done;
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
  const microseconds = [...stdout.matchAll(/^out_time_us=(\d+)$/gm)].at(-1)?.[1];
  return {
    seconds: read(microseconds) / 1e6,
    loudness: read(/I:\s+(\S+) LUFS/.exec(summary)?.[1]),
    truePeak: read(/Peak:\s+(\S+) dBFS/.exec(summary)?.[1]),
  };
}

function read(figure: string | undefined): number {
  const value = figure === '-inf' ? -Infinity : Number(figure);
  if (Number.isNaN(value)) throw new Error('ffmpeg printed no measurement of the file');
  return value;
}
