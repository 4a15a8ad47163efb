import { z } from 'zod';
import { Problem } from '#shared/problem.ts';
import { ID_MAX } from '../../base/http/pagination.ts';

export const number = z.coerce.number().int().positive().max(ID_MAX);
export const token = z.string().regex(/^[\w-]{1,100}$/);

/** Throws `Problem('not_found')`: no id has another format. */
export function idOf<Id>(shape: z.ZodType<Id>, text: string): Id {
  const read = shape.safeParse(text);
  if (!read.success) throw new Problem('not_found', 'Nothing has this id');
  return read.data;
}
