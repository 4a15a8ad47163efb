import type { Coding } from './readSound.ts';
import type { Decode } from './speech.ts';

/** The API's names of ElevenLabs' plans, the smallest first. */
const plans = [
  /^free/,
  /^starter/,
  /^go$/,
  /^creator/,
  /^pro/,
  /^(?:scale|growing_business|business|enterprise)/,
];
const FREE = 0;
const CREATOR = 3;
const PRO = 4;

interface Facts {
  codec: 'pcm' | 'mp3';
  sampleRate: number;
  /** Index in `plans` of the smallest plan that includes it. */
  least: number;
}

/** The formats that we can read, the best first (SDK's `OutputFormat`, November 2026). */
const formats = {
  pcm_44100: { codec: 'pcm', sampleRate: 44_100, least: PRO },
  mp3_44100_192: { codec: 'mp3', sampleRate: 44_100, least: CREATOR },
  mp3_44100_128: { codec: 'mp3', sampleRate: 44_100, least: FREE },
  pcm_24000: { codec: 'pcm', sampleRate: 24_000, least: FREE },
  // We never choose these: the episode has 44.1 kHz, and lower rates lose sound below 12 kHz.
  pcm_48000: { codec: 'pcm', sampleRate: 48_000, least: PRO },
  pcm_22050: { codec: 'pcm', sampleRate: 22_050, least: FREE },
  pcm_16000: { codec: 'pcm', sampleRate: 16_000, least: FREE },
} as const satisfies Record<string, Facts>;

export type SoundFormat = keyof typeof formats;

const names = Object.keys(formats) as SoundFormat[];
/** Included in every plan. */
const safest: SoundFormat = 'mp3_44100_128';

/** Throws for a format that we cannot read. */
export function soundFormat(name: string): SoundFormat {
  const known = names.find((format) => format === name);
  if (!known) throw new Error(`the narrator cannot read ${name}`);
  return known;
}

export const isMp3 = (format: SoundFormat): boolean => formats[format].codec === 'mp3';

/** Assumes that an unknown plan has the format. */
export function planHas(format: SoundFormat, tier: string): boolean {
  const size = sizeOf(tier);
  return size < 0 || size >= formats[format].least;
}

/** For an unknown plan or null, returns a format that every plan has. */
export function bestFormat(tier: string | null): SoundFormat {
  const size = sizeOf(tier ?? '');
  return names.find((format) => size >= formats[format].least) ?? safest;
}

export function leastPlan(format: SoundFormat): string {
  const { least } = formats[format];
  return least === PRO ? 'Pro' : least === CREATOR ? 'Creator' : 'Free';
}

const sizeOf = (tier: string) => plans.findIndex((plan) => plan.test(tier));

export const codingOf = (format: SoundFormat, decode: Decode | undefined): Coding => ({
  ...formats[format],
  decode,
});
