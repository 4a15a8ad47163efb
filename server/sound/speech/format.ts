import type { Coding } from './readSound.ts';
import type { Decode } from './speech.ts';

/** By the API's names, the smallest first: larger ones have all that we can read. */
const plans = [
  { name: 'Free', tiers: /^(?:free|starter|go$)/ },
  { name: 'Creator', tiers: /^creator/ },
  { name: 'Pro', tiers: /^(?:pro|scale|growing_business|business|enterprise)/ },
];
/** Indices of the smallest plan that includes a format. */
const FREE = 0;
const CREATOR = 1;
const PRO = 2;

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
} as const satisfies Record<string, Coding & { least: number }>;

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

export const leastPlan = (format: SoundFormat) => plans[formats[format].least]?.name ?? 'Free';

const sizeOf = (tier: string) => plans.findIndex(({ tiers }) => tiers.test(tier));

export const codingOf = (format: SoundFormat, decode: Decode | undefined): Coding => ({
  ...formats[format],
  decode,
});
