import { z } from 'zod';

/** Our bucket, as its provider's console shows it. */
export const s3Account = z.strictObject({
  bucket: z.string().default('episodes'),
  /** Origins that its CORS rules allow; null is any. */
  origins: z.array(z.string()).nullable().default(null),
  /** DeleteObjects: taken as it is, only with a Content-MD5, or not known here at all. */
  bulkDelete: z.enum(['any', 'md5', 'none']).default('any'),
  /** How many requests in a row are told to slow down before one is served. */
  slowDown: z.number().int().min(0).default(0),
});

export const freshS3: z.input<typeof s3Account> = { origins: [], bulkDelete: 'md5' };
