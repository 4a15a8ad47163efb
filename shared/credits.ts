import { z } from 'zod';

/** `GET /api/admin/credits`. */
const creditsState = z.object({
  at: z.iso.datetime(),
  /** ElevenLabs' name of the plan. */
  tier: z.string(),
  left: z.number().int().min(0),
  limit: z.number().int(),
  /** Whether the operator was alerted because few are left. */
  isLow: z.boolean(),
  /** Episode minutes they cover with the models of new orders; null if unknown. */
  minutes: z.number().int().nullable(),
  /** When they renew; null if ElevenLabs does not say. */
  renewedAt: z.iso.datetime().nullable(),
  /** Whether speech continues after the last credit, billed by usage. */
  byUse: z.boolean(),
});
export type CreditsState = z.infer<typeof creditsState>;

/** Null until ElevenLabs has replied once. */
export const creditsReply = z.object({ credits: creditsState.nullable() });
