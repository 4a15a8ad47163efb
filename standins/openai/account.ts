import { z } from 'zod';

const SCOPES = ['chat', 'moderation', 'models'] as const;

/** Our project at OpenAI, as platform.openai.com shows it. */
export const openaiAccount = z.strictObject({
  /** Scopes of a restricted key. */
  scopes: z.array(z.enum(SCOPES)).default([...SCOPES]),
  /** Whether the organisation has been verified; without it nothing is streamed. */
  verified: z.boolean().default(true),
  /** What the project may use; null is every name that is asked for. */
  models: z.array(z.string()).nullable().default(null),
  /** Refuse every argument that the API does not document, and what a model does not support. */
  strict: z.boolean().default(false),
  /** Arguments that are unknown here, as to an older server or another seller. */
  lacks: z.array(z.string()).default([]),
  /** `spent` is an account without credit. */
  quota: z.enum(['left', 'spent']).default('left'),
  /** The limits of the project's tier, for chat completions; 0 is none. */
  requestsPerMinute: z.number().int().min(0).default(0),
  tokensPerMinute: z.number().int().min(0).default(0),
  /** How long such a minute is, ms: a shorter one is for tests in a hurry. */
  minute: z.number().int().positive().default(60_000),
});
export type OpenaiAccount = z.infer<typeof openaiAccount>;

/** A key that may only chat, nothing paid in, nobody verified, the limits of the first tier. */
export const freshOpenai: z.input<typeof openaiAccount> = {
  scopes: ['chat'],
  verified: false,
  models: ['gpt-6.1-terra', 'gpt-6-luna', 'gpt-5-mini', 'gpt-4o-mini', 'omni-moderation-latest'],
  strict: true,
  quota: 'spent',
  requestsPerMinute: 500,
  tokensPerMinute: 200_000,
};
