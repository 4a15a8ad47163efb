import { z } from 'zod';

/** Allowed relative error of an episode's length; beyond it the order is refunded. */
export const LENGTH_TOLERANCE = 0.05;

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
  /** Longest turn of one host, pauses included, seconds. */
  longestMonologue: z.number(),
  /** Lines whose first clip was rejected. */
  linesAskedAgain: z.number().int(),
  /** Share of sentences new to the account, 0 to 1; null for its first and in old episodes. */
  novelty: z.number().nullable().default(null),
  /** Lines that moderation refused: rewritten, or cut with their exchange; missing if none. */
  refused: z.object({ rewritten: z.number().int(), cut: z.number().int() }).optional(),
  /** Lines before the goodbye for which no time was left; missing if none. */
  cutForLength: z.number().int().optional(),
  flags: z.array(z.enum(QUALITY_FLAGS)),
});
export type QualityCard = z.infer<typeof qualityCard>;

/** Includes retries and failures. */
export const costs = z.object({
  inputTokens: z.number().int(),
  cachedTokens: z.number().int(),
  cacheWriteTokens: z.number().int(),
  outputTokens: z.number().int(),
  searches: z.number().int(),
  characters: z.number().int(),
  /** At the prices of the day of purchase. */
  microdollars: z.number().int(),
  /** Micro-dollars; a search includes the tokens that it read and wrote. */
  by: z.object({
    script: z.number().int(),
    search: z.number().int(),
    speech: z.number().int(),
  }),
});
export type Costs = z.infer<typeof costs>;
