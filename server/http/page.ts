import { z } from 'zod';

/** `?cursor&limit` of every paged list (design section 4). */
export const page = z.object({
  cursor: z.coerce.number().int().positive().nullable().default(null),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
