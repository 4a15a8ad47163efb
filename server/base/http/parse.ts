import type { z } from 'zod';
import { Problem } from '#shared/problem.ts';
import { storable } from '#shared/storable.ts';

const UNKNOWN = 'There is no such field';
const UNSTORABLE = 'This has a character in it that can’t be stored';

/** Throws `Problem('invalid')` with the first message for each field; `message` is the headline. */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  message?: string,
): z.output<Schema> {
  const unstorable = findUnstorable(value);
  if (unstorable) throw new Problem('invalid', message ?? UNSTORABLE, { [unstorable]: UNSTORABLE });
  const read = schema.safeParse(value ?? {}, { error: sentenceFor });
  if (read.success) return read.data;
  const fields: Record<string, string> = {};
  for (const issue of read.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[[...issue.path, key].join('.')] ??= UNKNOWN;
      continue;
    }
    const name = issue.path.join('.') || '_';
    fields[name] ??= issue.message;
  }
  throw new Problem('invalid', message ?? Object.values(fields)[0] ?? 'Invalid request', fields);
}

/** Returns the path of an unstorable text. Not recursive: JSON may nest deeper than the stack. */
function findUnstorable(whole: unknown): string | null {
  const all: [path: string, value: unknown][] = [['', whole]];
  for (const [path, value] of all) {
    const entries = typeof value === 'object' ? Object.entries(value ?? {}) : [];
    const texts = typeof value === 'string' ? [value] : entries.map(([name]) => name);
    if (texts.some((text) => text !== storable(text))) return path || '_';
    for (const [name, inner] of entries) all.push([path ? `${path}.${name}` : name, inner]);
  }
  return null;
}

/** For what a schema leaves open: zod's own sentences are for programmers. */
const sentenceFor: z.core.$ZodErrorMap = ({ code, input }) => {
  if (input === undefined || input === '') return 'This is required';
  if (code !== 'too_big') return 'This can’t be used';
  return typeof input === 'number' ? 'This is too large' : 'This is too long';
};
