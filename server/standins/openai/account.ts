import { z } from 'zod';

/** Our project at OpenAI, as platform.openai.com shows it. */
export const openaiAccount = z.strictObject({
  /** Scopes of a restricted key. */
  scopes: z
    .array(z.enum(['chat', 'moderation', 'models']))
    .default(['chat', 'moderation', 'models']),
});

export const freshOpenai: z.input<typeof openaiAccount> = { scopes: ['chat'] };
