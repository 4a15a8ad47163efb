import { z } from 'zod';

/** Our bucket, as its provider's console shows it. */
export const s3Account = z.strictObject({
  /** Origins that its CORS rules allow; null is any. */
  origins: z.array(z.string()).nullable().default(null),
});

export const freshS3: z.input<typeof s3Account> = { origins: [] };
