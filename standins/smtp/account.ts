import { z } from 'zod';

/** Our account at a mail service, as its dashboard shows it. */
export const smtpAccount = z.strictObject({
  /** Whether the sender's domain is verified; else every letter is refused after DATA. */
  verified: z.boolean().default(true),
  /** The one domain that letters may come from; null is any. */
  domain: z.string().nullable().default(null),
  /** The only recipients while the account is in the sandbox; null once it has left it. */
  sandbox: z.array(z.string()).nullable().default(null),
  /** Addresses that turn out not to exist after the letter was taken: a bounce message follows. */
  bouncing: z.array(z.string()).default([]),
  /** Words in a subject for which the service's filter refuses the letter after DATA. */
  filtered: z.array(z.string()).default([]),
  /** The largest letter it takes, in bytes. */
  size: z.number().int().min(1).default(10_000_000),
});

export const freshSmtp: z.input<typeof smtpAccount> = { verified: false, sandbox: [] };
