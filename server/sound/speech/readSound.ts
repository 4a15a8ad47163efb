import { OwnFault } from './calls.ts';
import { isWav, readWav } from './readWav.ts';
import { BrokenSound, type Clip, type Decode, type SpeechRequest } from './speech.ts';
import { verifyClip } from './verifyClip.ts';

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
  if (codec === 'wav' || isWav(bytes)) return readWav(bytes);
  if (codec === 'pcm') return readPcm(bytes, sampleRate);
  if (!decode) throw new OwnFault(new Error('MP3 needs a decoder'));
  return decode(bytes, signal).catch((error: unknown) => {
    throw error instanceof BrokenSound ? error : new OwnFault(error);
  });
}

/** Signed 16-bit little-endian samples. */
function readPcm(bytes: Buffer, sampleRate: number): Clip {
  if (bytes.length % 2) throw new BrokenSound('the clip ends in the middle of a sample');
  const samples = new Int16Array(bytes.length / 2);
  for (let index = 0; index < samples.length; index++)
    samples[index] = bytes.readInt16LE(2 * index);
  return { samples, sampleRate };
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
    const bytes = await readAll(body, alive);
    const clip = await readSound(bytes, coding, signal);
    seconds = clip.samples.length / clip.sampleRate;
    verified(clip, text);
    onBought?.(cost, true, seconds);
    return clip;
  } catch (error) {
    onBought?.(cost, false, seconds);
    throw error;
  }
}

async function readAll(
  body: ReadableStream<Uint8Array> | null,
  alive: () => void,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body ?? []) {
    alive();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
