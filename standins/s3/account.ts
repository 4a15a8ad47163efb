import { z } from 'zod';

export const s3Account = z.strictObject({
  bucket: z.string().default('episodes'),
  /** Origins allowed by its CORS rules; null is any. */
  origins: z.array(z.string()).nullable().default(null),
  /** DeleteObjects: accepted, accepted only with a Content-MD5, or not implemented. */
  bulkDelete: z.enum(['any', 'md5', 'none']).default('any'),
  /** Requests in a row that get 503 SlowDown before one is served. */
  slowDown: z.number().int().min(0).default(0),
});

export const freshS3: z.input<typeof s3Account> = { origins: [], bulkDelete: 'md5' };
