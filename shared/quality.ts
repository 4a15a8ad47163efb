import { z } from 'zod';

/** Share of the bought minutes that an episode may miss; past it the money goes back. */
export const LENGTH_TOLERANCE = 0.05;

/** Why a finished episode should be looked at by a person. */
const QUALITY_FLAGS = [
  'length',
  'loudness',
  'balance',
  'repetition',
  'monologue',
  'asked-again',
] as const;
export type QualityFlag = (typeof QUALITY_FLAGS)[number];

/** What is measured of every finished episode, kept with it; `flags` is empty when all is well. */
export const qualityCard = z.object({
  /** Measured length over bought length, less one. */
  lengthError: z.number(),
  /** Integrated loudness, LUFS (ITU-R BS.1770-4). */
  loudness: z.number(),
  /** dBTP. */
  truePeak: z.number(),
  /** Host A's share of the time in which anybody speaks, 0 to 1. */
  talkBalance: z.number(),
  /** Share of all runs of four words that had been said before, 0 to 1. */
  repetition: z.number(),
  /** The longest time one host speaks without the other, seconds. */
  longestMonologue: z.number(),
  /** Lines whose first clip would not do. */
  linesAskedAgain: z.number().int(),
  flags: z.array(z.enum(QUALITY_FLAGS)),
});
export type QualityCard = z.infer<typeof qualityCard>;

/** What an episode cost us, bought twice or in vain included. */
export const costs = z.object({
  inputTokens: z.number().int(),
  cachedTokens: z.number().int(),
  /** Kept by the provider for later calls, which costs more. */
  cacheWriteTokens: z.number().int(),
  outputTokens: z.number().int(),
  characters: z.number().int(),
  /** Millionths of a US dollar, at the prices of the day it was bought. */
  microdollars: z.number().int(),
});
export type Costs = z.infer<typeof costs>;
