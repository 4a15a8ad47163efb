import type { z } from 'zod';
import { Problem } from '#shared/problem.ts';

const UNKNOWN = 'There is no such field';

/**
 * Parses input with the shared schema. Throws `Problem('invalid')` with the first message for each
 * field; `message` replaces the first one as the headline.
 */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  message?: string,
): z.output<Schema> {
  const read = schema.safeParse(value ?? {});
  if (read.success) return read.data;
  const fields: Record<string, string> = {};
  for (const issue of read.error.issues) {
    // List unknown fields one by one, so that the client sees which they are.
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[[...issue.path, key].join('.')] ??= UNKNOWN;
      continue;
    }
    const name = issue.path.join('.') || '_';
    fields[name] ??= issue.message;
  }
  throw new Problem('invalid', message ?? Object.values(fields)[0] ?? 'Invalid request', fields);
}
