import { z } from 'zod';

export const googleAccount = z.strictObject({
  /** Hosts from which people may sign in; null is any. */
  authorizedDomains: z.array(z.string()).nullable().default(null),
  /** Sites that may use the API key, such as `https://duologue.example/*`; null is any. */
  referrers: z.array(z.string()).nullable().default(null),
});

export const freshGoogle: z.input<typeof googleAccount> = { authorizedDomains: [] };
