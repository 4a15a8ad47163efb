import { z } from 'zod';
import { modelIds } from './models.ts';
import { tiers } from './plan.ts';

/** What a restricted key may be allowed. */
const permission = z.enum(['text_to_speech', 'voices_read', 'models_read', 'user_read']);
export type Permission = z.infer<typeof permission>;

/** Our workspace at ElevenLabs, as its dashboard shows it. */
export const elevenlabsAccount = z.strictObject({
  /** The voices it begins with: those of an old account, or none (accounts since March 2026). */
  voices: z.enum(['roster', 'none']).default('roster'),
  /** From when on the premade voices are gone; at ElevenLabs from 31 December 2026. */
  defaultsEndAt: z.iso.datetime().nullable().default(null),
  /** Ids of voices that cost twice as much. */
  doubled: z.array(z.string()).default([]),
  /** Ids of voices that the plan does not cover. */
  uncovered: z.array(z.string()).default([]),
  /** When voices end, by id. Until then they are listed with their end. */
  ending: z.record(z.string(), z.iso.datetime()).default({}),
  /** The plan: which output formats there are, and how many credits a month. */
  tier: z.enum(tiers).default('pro'),
  /** Credits of this month; null for the plan's own, and paid by use after them. */
  credits: z.number().int().min(0).nullable().default(null),
  /** How many of them are spent before anything is spoken here. */
  used: z.number().int().min(0).default(0),
  /** Models that the account may use. */
  models: z.array(z.string()).default(modelIds),
  /** What the key may do. */
  permissions: z.array(permission).default(permission.options),
  /** How an error is told: `status` and `message`, `type` and `code`, or all of them. */
  errors: z.enum(['old', 'new', 'both']).default('old'),
});
export type ElevenlabsAccount = z.infer<typeof elevenlabsAccount>;

export const freshElevenlabs: z.input<typeof elevenlabsAccount> = {
  voices: 'none',
  tier: 'creator',
  credits: 100_000,
  errors: 'new',
};
