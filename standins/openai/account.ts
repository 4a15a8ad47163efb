import { z } from 'zod';

const SCOPES = ['chat', 'moderation', 'models', 'speech'] as const;

/** Our project at OpenAI, as platform.openai.com shows it. */
export const openaiAccount = z.strictObject({
  /** Whether a key is needed at all: a local server asks for none. */
  needsKey: z.boolean().default(true),
  /** Scopes of a restricted key. */
  scopes: z.array(z.enum(SCOPES)).default([...SCOPES]),
  /** Whether the organisation has been verified; unverified ones may not stream. */
  verified: z.boolean().default(true),
  /** Models that the project may use; null is any name. */
  models: z.array(z.string()).nullable().default(null),
  /** Refuses parameters that the API does not document or the model does not support. */
  strict: z.boolean().default(false),
  /** Parameters that this server does not know, like an older or a compatible server. */
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

/** A key that may only chat, no credit, not verified, the limits of the first tier. */
export const freshOpenai: z.input<typeof openaiAccount> = {
  scopes: ['chat'],
  verified: false,
  models: ['gpt-6.1-terra', 'gpt-6-luna', 'gpt-5-mini', 'gpt-4o-mini', 'omni-moderation-latest'],
  strict: true,
  quota: 'spent',
  requestsPerMinute: 500,
  tokensPerMinute: 200_000,
};
