import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import type { Master, MasterOptions, PreparedClip } from './audio.ts';
import { startFfmpeg } from './ffmpeg.ts';
import { RATE } from './frames.ts';
import { ATTACK, LIMIT, RELEASE } from './limiter.ts';
import { openSlicer } from './slice.ts';

/** The limiter hands everything on this many samples late and swallows as many at the end. */
const LATE = Math.floor((RATE * ATTACK) / 1000) - 1;

const filters = [
  `aresample=${RATE}`,
  `apad=pad_len=${LATE}`,
  `alimiter=limit=${LIMIT}:level=false:attack=${ATTACK}:release=${RELEASE}`,
  `atrim=start_sample=${LATE}`,
  'asetpts=PTS-STARTPTS',
].join(',');

/**
 * Opens the one encoder of an episode. PCM goes in as floats, so that a host who needs gain meets
 * the limiter whole instead of being clipped before it. The MP3 takes its name when it is whole;
 * whatever goes wrong, the partial file is removed and every pending call rejects.
 */
export async function openMaster(ffmpeg: string, options: MasterOptions): Promise<Master> {
  const { sampleRate, gain, signal } = options;
  signal.throwIfAborted();
  const file = path.resolve(options.file);
  const partial = `${file}.${randomUUID()}.part`;
  const tape = new PassThrough({ highWaterMark: 256 * 1024 });
  const encoder = startFfmpeg(ffmpeg, encoding(tape, sampleRate, partial), signal);

  let isWhole = false;
  const closed = encoder.done
    .then(async () => {
      if (!tape.writableEnded) throw new Error('ffmpeg ended before the last line');
      await rename(partial, file);
      isWhole = true;
    })
    .catch(async (error: unknown) => {
      tape.destroy();
      await rm(partial, { force: true });
      throw error;
    });
  closed.catch(() => {});
  await Promise.race([encoder.started, closed]);

  const slicer = openSlicer({ path: () => (isWhole ? file : partial), closed });

  let samples = 0;
  const inSamples = (milliseconds: number) => Math.round((milliseconds * sampleRate) / 1000);
  const inMilliseconds = (count: number) => (count / sampleRate) * 1000;

  /** Resolves when the encoder has taken it, or rejects with why it never will. */
  async function put(pcm: Float32Array): Promise<void> {
    if (tape.writableEnded) throw new Error('The tape is closed: nothing can be added to it');
    samples += pcm.length;
    const bytes = new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);
    const bytesWritten = new Promise<void>((resolve, reject) => {
      tape.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
    await Promise.race([closed, bytesWritten.catch(() => closed)]);
  }

  return {
    get milliseconds() {
      return inMilliseconds(samples);
    },
    async append(clip, speaker, gapMilliseconds) {
      if (clip.sampleRate !== sampleRate) {
        throw new RangeError(`A clip of ${clip.sampleRate} Hz on a tape of ${sampleRate} Hz`);
      }
      const gap = inSamples(gapMilliseconds);
      const startMilliseconds = inMilliseconds(samples + gap);
      await put(amplify(clip, gain[speaker], gap));
      return { startMilliseconds };
    },
    slice: slicer.slice,
    async finish(tailMilliseconds) {
      const last = put(new Float32Array(inSamples(tailMilliseconds)));
      tape.end();
      await Promise.all([last, closed]);
    },
    async abandon() {
      encoder.kill();
      await closed.catch(() => {});
    },
  };
}

function encoding(input: PassThrough, sampleRate: number, output: string) {
  return {
    input,
    inputOptions: ['-f', 'f32le', '-ar', `${sampleRate}`, '-ac', '1'],
    outputOptions: [
      ...['-af', filters, '-ac', '1', '-c:a', 'libmp3lame', '-b:a', '128k'],
      // Frames that stand alone, on disk as soon as they are made: parts are cut from them.
      ...['-reservoir', '0', '-flush_packets', '1'],
      // Tags are written afterwards, in front of the finished file.
      ...['-map_metadata', '-1', '-id3v2_version', '0', '-nostats', '-f', 'mp3'],
    ],
    output,
  };
}

/** The clip as floats at its new level, with `gap` samples of silence in front. */
function amplify(clip: PreparedClip, gain: number, gap: number): Float32Array {
  const pcm = new Float32Array(gap + clip.samples.length);
  const scale = gain / 32768;
  clip.samples.forEach((sample, i) => {
    pcm[gap + i] = sample * scale;
  });
  return pcm;
}
