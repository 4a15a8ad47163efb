import { z } from 'zod';
import { modelIds } from './models.ts';
import { tiers } from './plan.ts';

const permission = z.enum(['text_to_speech', 'voices_read', 'models_read', 'user_read']);
export type Permission = z.infer<typeof permission>;

export const elevenlabsAccount = z.strictObject({
  /** Initial voices: those of an old account, or none (accounts since March 2026). */
  voices: z.enum(['roster', 'none']).default('roster'),
  /** When the premade voices end; at ElevenLabs on 31 December 2026. */
  defaultsEndAt: z.iso.datetime().nullable().default(null),
  /** Ids of voices that cost twice as much. */
  doubled: z.array(z.string()).default([]),
  /** Ids of voices that the plan does not cover. */
  uncovered: z.array(z.string()).default([]),
  /** When voices end, by id. Until then a voice is listed with its end date. */
  ending: z.record(z.string(), z.iso.datetime()).default({}),
  /** Decides the output formats and the credits a month. */
  tier: z.enum(tiers).default('pro'),
  /** This month's credits; null for the plan's, with usage-based billing beyond them. */
  credits: z.number().int().min(0).nullable().default(null),
  /** Credits spent before the stand-in started. */
  used: z.number().int().min(0).default(0),
  models: z.array(z.string()).default(modelIds),
  permissions: z.array(permission).default(permission.options),
  /** Fields of errors: `status` and `message` (old), `type` and `code` (new), or all of them. */
  errors: z.enum(['old', 'new', 'both']).default('old'),
});
export type ElevenlabsAccount = z.infer<typeof elevenlabsAccount>;

export const freshElevenlabs: z.input<typeof elevenlabsAccount> = {
  voices: 'none',
  tier: 'creator',
  credits: 100_000,
  errors: 'new',
};
