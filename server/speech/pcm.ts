import type { Clip } from './speech.ts';
import { brokenAnswer } from './trouble.ts';

const rates = {
  pcm_16000: 16_000,
  pcm_22050: 22_050,
  pcm_24000: 24_000,
  pcm_44100: 44_100,
  pcm_48000: 48_000,
} as const;

/** Raw sound the provider can send and we can read; the number is the sample rate in Hz. */
export type PcmFormat = keyof typeof rates;

/** Throws when the name is not a format we read. */
export function pcmFormat(name: string): PcmFormat {
  const known = (Object.keys(rates) as PcmFormat[]).find((format) => format === name);
  if (!known) throw new Error(`the narrator cannot read ${name}`);
  return known;
}

/** Raw sound of 44.1 kHz is for the plan Pro and larger ones. */
export function planHas(format: string, tier: string): boolean {
  return format !== 'pcm_44100' || !/^(free|starter|creator)/.test(tier);
}

/** Reads a whole answer: signed 16-bit little-endian samples. Throws `ProviderFailure`. */
export async function readClip(
  stream: ReadableStream<Uint8Array>,
  format: PcmFormat,
  alive: () => void,
): Promise<Clip> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) {
    alive();
    pieces.push(piece);
  }
  const bytes = Buffer.concat(pieces);
  if (bytes.length % 2) throw brokenAnswer('the clip ends in the middle of a sample');
  const samples = new Int16Array(bytes.length / 2);
  for (let index = 0; index < samples.length; index++)
    samples[index] = bytes.readInt16LE(2 * index);
  return { samples, sampleRate: rates[format] };
}
