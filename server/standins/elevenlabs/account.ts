import { z } from 'zod';

/** Our workspace at ElevenLabs, as its dashboard shows it. */
export const elevenlabsAccount = z.strictObject({
  /** The voices it begins with: those of an old account, or none (accounts since March 2026). */
  voices: z.enum(['roster', 'none']).default('roster'),
});

export const freshElevenlabs: z.input<typeof elevenlabsAccount> = { voices: 'none' };
