import { z } from 'zod';

/** Our seller account at Paddle, as its dashboard shows it. */
export const paddleAccount = z.strictObject({
  /** Whether the business has been verified. */
  onboarded: z.boolean().default(true),
});

export const freshPaddle: z.input<typeof paddleAccount> = { onboarded: false };
