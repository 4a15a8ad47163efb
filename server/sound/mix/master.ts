import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { LONGEST_OVERLAP, type Master, type MasterOptions, type PreparedClip } from './audio.ts';
import { RATE } from './frames.ts';
import { ATTACK, LIMIT, RELEASE } from './gain.ts';
import { openSlicer } from './slice.ts';
import { startFfmpeg } from './startFfmpeg.ts';

/** Samples by which the limiter delays everything, and which it drops at the end. */
const LOOKAHEAD = Math.floor((RATE * ATTACK) / 1000) - 1;

/** This many encoders at full priority keep up with listeners; with more, pages would wait. */
const URGENT = 2;
let urgent = 0;

const filters = [
  `aresample=${RATE}`,
  `apad=pad_len=${LOOKAHEAD}`,
  `alimiter=limit=${LIMIT}:level=false:attack=${ATTACK}:release=${RELEASE}`,
  `atrim=start_sample=${LOOKAHEAD}`,
  'asetpts=PTS-STARTPTS',
].join(',');

const OUTPUT = [
  ...['-af', filters, '-ac', '1', '-c:a', 'libmp3lame', '-b:a', '128k'],
  // Parts are cut from the file, so frames decode alone and are on disk once encoded.
  ...['-reservoir', '0', '-flush_packets', '1'],
  // Tags are written afterwards.
  ...['-map_metadata', '-1', '-id3v2_version', '0', '-nostats', '-f', 'mp3'],
];

/**
 * PCM goes to the encoder as floats, so that an amplified host is limited instead of clipped. On
 * any error the partial file is removed, and every pending call rejects.
 */
export async function openMaster(ffmpeg: string, options: MasterOptions): Promise<Master> {
  const { sampleRate, gain, signal } = options;
  signal.throwIfAborted();
  const file = path.resolve(options.file);
  const partial = `${file}.${randomUUID()}.part`;
  const pcmStream = new PassThrough({ highWaterMark: 256 * 1024 });
  const isUrgent = urgent < URGENT;
  if (isUrgent) urgent++;
  const job = {
    input: pcmStream,
    inputOptions: ['-f', 'f32le', '-ar', `${sampleRate}`, '-ac', '1'],
    outputOptions: OUTPUT,
    output: partial,
    isUrgent,
  };
  const encoder = startFfmpeg(ffmpeg, job, signal);

  let isWhole = false;
  const closed = encoder.done
    .then(async () => {
      if (!pcmStream.writableEnded) throw new Error('ffmpeg ended before the last line');
      await rename(partial, file);
      isWhole = true;
    })
    .catch(async (error: unknown) => {
      pcmStream.destroy();
      await rm(partial, { force: true });
      throw error;
    })
    .finally(() => {
      if (isUrgent) urgent--;
    });
  closed.catch(() => {});
  await Promise.race([encoder.started, closed]);

  const slice = openSlicer({ path: () => (isWhole ? file : partial), closed });

  let samples = 0;
  /** The timeline's end, which the next clip may cover: never more than the last clip. */
  let held = new Float32Array(0);
  const inSamples = (milliseconds: number) => Math.round((milliseconds * sampleRate) / 1000);
  const inMilliseconds = (count: number) => (count / sampleRate) * 1000;

  async function put(pcm: Float32Array): Promise<void> {
    if (pcmStream.writableEnded) throw new Error('the timeline is closed: nothing can be appended');
    const bytes = new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);
    const bytesWritten = new Promise<void>((resolve, reject) => {
      pcmStream.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
    await Promise.race([closed, bytesWritten.catch(() => closed)]);
  }

  /** Samples of the next gap that the encoder already has. */
  let rested = 0;
  async function rest(milliseconds: number): Promise<void> {
    rested = inSamples(milliseconds);
    samples += rested;
    const end = new Float32Array(held.length + rested);
    end.set(held);
    held = new Float32Array(0);
    await put(end);
  }

  return {
    get milliseconds() {
      return inMilliseconds(samples);
    },
    async append(clip, speaker, gapMilliseconds, factor = 1) {
      if (clip.sampleRate !== sampleRate) {
        throw new RangeError(`a clip of ${clip.sampleRate} Hz in an episode of ${sampleRate} Hz`);
      }
      const { length } = clip.samples;
      const wanted = inSamples(gapMilliseconds) - rested;
      rested = 0;
      const gap = Math.max(wanted, -Math.min(held.length, length));
      const startMilliseconds = inMilliseconds(samples + gap);
      const end = join(held, gap, clip, (speaker ? gain[speaker] : 1) * factor);
      const kept = Math.min(inSamples(LONGEST_OVERLAP), length);
      held = end.slice(end.length - kept);
      samples += gap + length;
      await put(end.subarray(0, end.length - kept));
      return { startMilliseconds };
    },
    rest,
    slice,
    async finish(tailMilliseconds) {
      const last = rest(tailMilliseconds);
      pcmStream.end();
      await Promise.all([last, closed]);
    },
    async abandon() {
      encoder.kill();
      await closed.catch(() => {});
    },
  };
}

/** Puts the amplified clip `gap` samples after `held`, or over its end if `gap` is negative. */
function join(held: Float32Array, gap: number, clip: PreparedClip, gain: number): Float32Array {
  const from = held.length + gap;
  const pcm = new Float32Array(from + clip.samples.length);
  const scale = gain / 32768;
  clip.samples.forEach((sample, i) => {
    pcm[from + i] = sample * scale;
  });
  held.forEach((sample, i) => {
    pcm[i] = (pcm[i] ?? 0) + sample;
  });
  return pcm;
}
