import { z } from 'zod';

export const smtpAccount = z.strictObject({
  /** Whether the sender's domain is verified; otherwise every email is refused after DATA. */
  verified: z.boolean().default(true),
  /** The only domain that emails may come from; null is any. */
  domain: z.string().nullable().default(null),
  /** The only recipients while the account is in the sandbox; null outside it. */
  sandbox: z.array(z.string()).nullable().default(null),
  /** Addresses that do not exist: the email is accepted, and a bounce message follows. */
  bouncing: z.array(z.string()).default([]),
  /** Words in the subject for which the spam filter refuses an email after DATA. */
  filtered: z.array(z.string()).default([]),
  /** Largest accepted email, in bytes. */
  size: z.number().int().min(1).default(10_000_000),
});

export const freshSmtp: z.input<typeof smtpAccount> = { verified: false, sandbox: [] };
