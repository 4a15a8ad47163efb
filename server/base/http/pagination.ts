import { z } from 'zod';

/** The highest id of a serial column. */
export const ID_MAX = 2_147_483_647;

export const page = z.object({
  cursor: z.coerce.number().int().positive().max(ID_MAX).nullable().default(null),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

/** Newest first; `nextCursor` is null on the last page. */
export const pageReply = <Name extends string, Item extends z.ZodType>(name: Name, item: Item) =>
  z.object({ [name]: z.array(item), nextCursor: z.string().nullable() });
