import { z } from 'zod';

/** Result of one check; if it failed, `sentence` says what to do. */
export const finding = z.object({
  provider: z.enum([
    'Duologue',
    'PostgreSQL',
    'OpenAI',
    'ElevenLabs',
    'Speech server',
    'Paddle',
    'Firebase',
    'S3',
    'SMTP',
  ]),
  ok: z.boolean(),
  sentence: z.string(),
});

/** `GET /api/admin/checks`. */
const checks = z.object({
  /** End of the last run; null before the first. */
  at: z.iso.datetime().nullable(),
  bought: z.boolean(),
  findings: z.array(finding),
  /** A run is requested or in progress. */
  running: z.boolean(),
  /** Maximum cost of a run with paid calls, micro-dollars. */
  price: z.number().int(),
  /** Why no run with paid calls may start now; null if it may. */
  whyNotBuy: z.string().nullable(),
});
export type Checks = z.infer<typeof checks>;
export const checksReply = z.object({ checks });

/** `POST /api/admin/checks`. */
export const checksRequest = z.object({ buy: z.boolean().default(false) });
