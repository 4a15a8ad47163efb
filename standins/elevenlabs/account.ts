import { z } from 'zod';
import { modelIds } from './models.ts';
import { tiers } from './plan.ts';

/** Permissions of a restricted key. */
const permission = z.enum(['text_to_speech', 'voices_read', 'models_read', 'user_read']);
export type Permission = z.infer<typeof permission>;

/** Our workspace at ElevenLabs, as its dashboard shows it. */
export const elevenlabsAccount = z.strictObject({
  /** Initial voices: those of an old account, or none (accounts since March 2026). */
  voices: z.enum(['roster', 'none']).default('roster'),
  /** When the premade voices end; at ElevenLabs on 31 December 2026. */
  defaultsEndAt: z.iso.datetime().nullable().default(null),
  /** Ids of voices that cost twice as much. */
  doubled: z.array(z.string()).default([]),
  /** Ids of voices that the plan does not cover. */
  uncovered: z.array(z.string()).default([]),
  /** End dates of voices, by id. Until then a voice is listed with its end date. */
  ending: z.record(z.string(), z.iso.datetime()).default({}),
  /** The plan, which decides the output formats and the credits a month. */
  tier: z.enum(tiers).default('pro'),
  /** Credits of this month; null for the plan's, with usage-based billing beyond them. */
  credits: z.number().int().min(0).nullable().default(null),
  /** Credits spent before the stand-in started. */
  used: z.number().int().min(0).default(0),
  /** Models that the account may use. */
  models: z.array(z.string()).default(modelIds),
  /** Permissions of the key. */
  permissions: z.array(permission).default(permission.options),
  /** Fields of error answers: `status` and `message`, `type` and `code`, or all of them. */
  errors: z.enum(['old', 'new', 'both']).default('old'),
});
export type ElevenlabsAccount = z.infer<typeof elevenlabsAccount>;

export const freshElevenlabs: z.input<typeof elevenlabsAccount> = {
  voices: 'none',
  tier: 'creator',
  credits: 100_000,
  errors: 'new',
};
