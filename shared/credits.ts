import { z } from 'zod';

/** `GET /api/admin/credits`. */
const creditsState = z.object({
  /** When ElevenLabs was asked. */
  at: z.iso.datetime(),
  /** The plan, in ElevenLabs' word. */
  tier: z.string(),
  left: z.number().int().min(0),
  limit: z.number().int(),
  /** Whether a letter was written because few are left. */
  isLow: z.boolean(),
  /** Minutes of episodes that they are good for, with what new orders are sold with; null if not known. */
  minutes: z.number().int().nullable(),
  /** When they are new; null when ElevenLabs does not say. */
  renewedAt: z.iso.datetime().nullable(),
  /** Whether speech goes on after the last credit, paid by use. */
  byUse: z.boolean(),
});
export type CreditsState = z.infer<typeof creditsState>;

/** Null until ElevenLabs has told us. */
export const creditsReply = z.object({ credits: creditsState.nullable() });
