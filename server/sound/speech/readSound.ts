import { OwnFault } from './calls.ts';
import { BrokenSound, type Clip, type Decode, type SpeechRequest } from './speech.ts';
import { clipOf, isWav, samplesOf } from './wav.ts';

export interface Coding {
  codec: 'pcm' | 'wav' | 'mp3';
  /** Hz, of PCM. The other codecs name their own rate. */
  sampleRate: number;
  decode?: Decode | undefined;
}

/** Some servers send WAV whatever was asked for. Throws `BrokenSound` or `OwnFault`. */
export async function readSound(
  bytes: Buffer,
  { codec, sampleRate, decode }: Coding,
  signal: AbortSignal,
): Promise<Clip> {
  if (codec === 'wav' || isWav(bytes)) return clipOf(bytes);
  if (codec === 'pcm') return { samples: samplesOf(bytes), sampleRate };
  if (!decode) throw new OwnFault(new Error('MP3 needs a decoder'));
  return decode(bytes, signal).catch((error: unknown) => {
    throw error instanceof BrokenSound ? error : new OwnFault(error);
  });
}

/** Throws `BrokenSound` for a clip that cannot be of this text. */
export function verified(clip: Clip, text: string): Clip {
  const fault = verifyClip(clip, text);
  if (fault) throw new BrokenSound(fault);
  return clip;
}

interface Delivery {
  /** Without tags. */
  text: string;
  coding: Coding;
  /** Characters. */
  costOf(headers: Headers): number;
  onBought?: SpeechRequest['onBought'] | undefined;
}

/** Reports unusable sound as billed, a page of HTML as free. Throws `BrokenSound` or `OwnFault`. */
export async function receive(
  { headers, body }: { headers: Headers; body: ReadableStream<Uint8Array> | null },
  { text, coding, costOf, onBought }: Delivery,
  signal: AbortSignal,
  alive: () => void,
): Promise<Clip> {
  let [cost, seconds] = [0, 0];
  try {
    const type = headers.get('content-type') ?? '';
    if (/html|json|text/.test(type)) throw new BrokenSound(`${type} is not sound`);
    cost = costOf(headers);
    const pieces: Uint8Array[] = [];
    for await (const piece of body ?? []) {
      alive();
      pieces.push(piece);
    }
    const clip = await readSound(Buffer.concat(pieces), coding, signal);
    seconds = clip.samples.length / clip.sampleRate;
    verified(clip, text);
    onBought?.(cost, true, seconds);
    return clip;
  } catch (error) {
    onBought?.(cost, false, seconds);
    throw error;
  }
}

const full = 32_768;
/** Silence stays below -40 dBFS at its loudest; speech peaks near -6 dBFS. */
const audible = full / 100;
/** Speech stays below -6 dBFS on average; text read as samples is far louder. */
const roaring = full / 2;
/** Share of samples at full scale, which no real recording reaches. */
const overdriven = 0.01;
/** Seconds of one frame, and the share of the peak from which a frame is audible. */
const frame = 0.02;
const AUDIBLE = 0.05;
/** Letters a second: the fastest speakers manage about 18. Nobody says fewer than 4 characters. */
const fastest = 22;
const slowest = 4;
/** Seconds of silence and breath that any clip may have. */
const breath = 3;

/** Finds what comes without an error: nothing, silence, a part, a hang, a page of HTML. */
export function verifyClip(clip: Clip, text: string): string | null {
  const { samples, sampleRate } = clip;
  if (!samples.length) return 'the clip is empty';
  const seconds = samples.length / sampleRate;
  if (seconds < leastSeconds(text)) {
    return `${seconds.toFixed(2)} s are too short for ${text.length} characters`;
  }
  if (seconds > mostSeconds(text)) {
    return `${seconds.toFixed(2)} s are too long for ${text.length} characters`;
  }
  const { peak, level, clipped } = loudness(samples);
  if (peak < audible) return 'the clip is silent';
  if (level > roaring) return 'the clip is noise';
  if (clipped > overdriven) return `the clip is overdriven: ${(100 * clipped).toFixed(0)} %`;
  const sounding = audibleSeconds(clip, peak);
  // Half, because a fast speaker's pauses are no silence.
  if (sounding < leastSeconds(text) / 2) {
    return `the clip is silent but for ${sounding.toFixed(2)} s`;
  }
  return null;
}

/** Only plain words count: signs, other scripts and very long runs may take no time at all. */
function leastSeconds(text: string): number {
  const letters = text.match(/\b[A-Za-z]{1,24}\b/g)?.join('').length ?? 0;
  return letters / fastest;
}

/** A digit or sign may stand for a word ("$7" is two), so it counts as five letters. */
function mostSeconds(text: string): number {
  const signs = text.match(/[^\p{L}\s.,;:!?'’"“”-]/gu)?.length ?? 0;
  return breath + (text.length + 4 * signs) / slowest;
}

function loudness(samples: Int16Array) {
  let peak = 0;
  let power = 0;
  let clipped = 0;
  for (const sample of samples) {
    const height = Math.abs(sample);
    peak = Math.max(peak, height);
    power += sample * sample;
    if (height >= full - 1) clipped += 1;
  }
  const { length } = samples;
  return { peak, level: Math.sqrt(power / length), clipped: clipped / length };
}

function audibleSeconds({ samples, sampleRate }: Clip, peak: number): number {
  const size = Math.round(frame * sampleRate);
  let frames = 0;
  for (let start = 0; start < samples.length; start += size) {
    const isAudible = samples
      .subarray(start, start + size)
      .some((sample) => Math.abs(sample) > peak * AUDIBLE);
    if (isAudible) frames += 1;
  }
  return frames * frame;
}
