import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';

export interface Settings<Schema extends z.ZodType> {
  read(): z.infer<Schema>;
  write(settings: z.input<Schema>): z.infer<Schema>;
}

/** `write` replaces all settings, and throws a `ZodError` if they are invalid. */
export function openSettings<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): Settings<Schema> {
  mkdirSync(path.dirname(file), { recursive: true });
  let settings = load(file, schema);
  return {
    read: () => settings,
    write(wanted) {
      settings = schema.parse(wanted);
      writeFileSync(`${file}.new`, JSON.stringify(settings, null, 2));
      renameSync(`${file}.new`, file);
      return settings;
    },
  };
}

/** An unreadable or outdated file counts as none. */
function load<Schema extends z.ZodType>(file: string, schema: Schema): z.infer<Schema> {
  const usual = () => schema.parse({});
  if (!existsSync(file)) return usual();
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return usual();
  }
}
