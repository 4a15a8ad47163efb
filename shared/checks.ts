import { z } from 'zod';

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

const checks = z.object({
  /** End of the last run; null before the first. */
  at: z.iso.datetime().nullable(),
  bought: z.boolean(),
  findings: z.array(finding),
  /** A run is requested or in progress. */
  running: z.boolean(),
  /** Maximum cost of a run with paid calls, micro-dollars. */
  price: z.number().int(),
  whyNotBuy: z.string().nullable(),
});
export type Checks = z.infer<typeof checks>;
export const checksReply = z.object({ checks });

export const checksRequest = z.object({ buy: z.boolean().default(false) });
