import { z } from 'zod';

const SCOPES = ['chat', 'moderation', 'models', 'speech'] as const;

export const openaiAccount = z.strictObject({
  /** A local server needs no key. */
  needsKey: z.boolean().default(true),
  scopes: z.array(z.enum(SCOPES)).default([...SCOPES]),
  /** An unverified organisation may not stream. */
  verified: z.boolean().default(true),
  /** Models that the project may use; null allows any name. */
  models: z.array(z.string()).nullable().default(null),
  /** Refuses parameters that are undocumented or that the model does not support. */
  strict: z.boolean().default(false),
  /** Parameters unknown to this server, as on an older or a compatible one. */
  lacks: z.array(z.string()).default([]),
  /** `spent` is an account without credit. */
  quota: z.enum(['left', 'spent']).default('left'),
  /** The rate limits of the project's tier, for chat completions; 0 is no limit. */
  requestsPerMinute: z.number().int().min(0).default(0),
  tokensPerMinute: z.number().int().min(0).default(0),
  /** Length of the rate limits' minute, ms; tests set a shorter one. */
  minute: z.number().int().positive().default(60_000),
});
export type OpenaiAccount = z.infer<typeof openaiAccount>;

export const freshOpenai: z.input<typeof openaiAccount> = {
  scopes: ['chat'],
  verified: false,
  models: ['gpt-6.1-terra', 'gpt-6-luna', 'gpt-5-mini', 'gpt-4o-mini', 'omni-moderation-latest'],
  strict: true,
  quota: 'spent',
  requestsPerMinute: 500,
  tokensPerMinute: 200_000,
};
