import { z } from 'zod';

/** Allowed relative error of an episode's length; beyond it the order is refunded. */
export const LENGTH_TOLERANCE = 0.05;

/** Reasons for a manual review of a finished episode. */
export const QUALITY_FLAGS = [
  'length',
  'loudness',
  'balance',
  'repetition',
  'monologue',
  'asked-again',
  'novelty',
] as const;
export type QualityFlag = (typeof QUALITY_FLAGS)[number];

/** Measurements of a finished episode; `flags` is empty if all is well. */
export const qualityCard = z.object({
  /** Measured length divided by ordered length, minus one. */
  lengthError: z.number(),
  /** Integrated loudness, LUFS (ITU-R BS.1770-4). */
  loudness: z.number(),
  /** dBTP. */
  truePeak: z.number(),
  /** Host A's share of the speaking time, 0 to 1. */
  talkBalance: z.number(),
  /** Share of repeated four-word sequences, 0 to 1. */
  repetition: z.number(),
  /** Longest time one host speaks alone, seconds. */
  longestMonologue: z.number(),
  /** Lines whose first clip was rejected. */
  linesAskedAgain: z.number().int(),
  /**
   * Share of its sentences that no earlier episode of the account has spoken, 0 to 1; null for an
   * account's first, and for episodes older than this measurement.
   */
  novelty: z.number().nullable().default(null),
  /** Lines that moderation refused: written again, or left out with their exchange; missing if none. */
  refused: z.object({ rewritten: z.number().int(), cut: z.number().int() }).optional(),
  /** Lines before the goodbye for which no time was left; missing if none. */
  cutForLength: z.number().int().optional(),
  flags: z.array(z.enum(QUALITY_FLAGS)),
});
export type QualityCard = z.infer<typeof qualityCard>;

/** Provider costs of an episode, including retries and failures. */
export const costs = z.object({
  inputTokens: z.number().int(),
  cachedTokens: z.number().int(),
  /** Written to the provider's prompt cache, which costs more. */
  cacheWriteTokens: z.number().int(),
  outputTokens: z.number().int(),
  searches: z.number().int(),
  characters: z.number().int(),
  /** Millionths of a US dollar, at the prices of the day of purchase. */
  microdollars: z.number().int(),
  /** The same by what was bought; a search with the tokens that it read and wrote. */
  by: z.object({
    script: z.number().int(),
    search: z.number().int(),
    speech: z.number().int(),
  }),
});
export type Costs = z.infer<typeof costs>;
