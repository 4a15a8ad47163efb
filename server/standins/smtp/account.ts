import { z } from 'zod';

/** Our account at a mail service, as its dashboard shows it. */
export const smtpAccount = z.strictObject({
  /** Whether the sender's domain is verified; else every letter is refused after DATA. */
  verified: z.boolean().default(true),
});

export const freshSmtp: z.input<typeof smtpAccount> = { verified: false };
