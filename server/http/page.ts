import { z } from 'zod';

/** What a serial column can count to. */
export const ID_MAX = 2_147_483_647;

/** `?cursor&limit` of every paged list (design section 4). */
export const page = z.object({
  cursor: z.coerce.number().int().positive().max(ID_MAX).nullable().default(null),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
