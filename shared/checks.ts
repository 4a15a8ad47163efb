import { z } from 'zod';

/** One thing that was looked at: in order, or one sentence that says what to do. */
export const finding = z.object({
  provider: z.enum([
    'Duologue',
    'PostgreSQL',
    'OpenAI',
    'ElevenLabs',
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
  /** When the last run ended; null before the first. */
  at: z.iso.datetime().nullable(),
  /** Whether it bought something as well. */
  bought: z.boolean(),
  findings: z.array(finding),
  /** Somebody has asked for a run, or one is under way. */
  running: z.boolean(),
  /** What a run that buys costs at most, micro-dollars. */
  price: z.number().int(),
  /** Why no run that buys may begin now; null where one may. */
  whyNotBuy: z.string().nullable(),
});
export type Checks = z.infer<typeof checks>;
export const checksReply = z.object({ checks });

/** `POST /api/admin/checks`. */
export const checksRequest = z.object({ buy: z.boolean().default(false) });
