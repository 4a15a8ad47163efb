import { z } from 'zod';

const creditsState = z.object({
  at: z.iso.datetime(),
  tier: z.string(),
  left: z.number().int().min(0),
  limit: z.number().int(),
  /** Few are left, and the operator is alerted. */
  isLow: z.boolean(),
  /** Minutes of episodes that they cover with the models of new orders; null if unknown. */
  minutes: z.number().int().nullable(),
  renewedAt: z.iso.datetime().nullable(),
  /** Whether speech continues after the last credit, billed by usage. */
  byUse: z.boolean(),
});
export type CreditsState = z.infer<typeof creditsState>;

/** Null until ElevenLabs has replied once. */
export const creditsReply = z.object({ credits: creditsState.nullable() });
