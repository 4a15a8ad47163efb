import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';

/** Settings that a person or a test changes while the stand-ins run. */
export interface Switches<Schema extends z.ZodType> {
  read(): z.infer<Schema>;
  write(settings: z.input<Schema>): z.infer<Schema>;
}

/**
 * Opens the switches kept in `file`; they outlive the process. `write` replaces all of them and
 * throws a `ZodError` for settings that do not fit.
 */
export function openSwitches<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): Switches<Schema> {
  mkdirSync(path.dirname(file), { recursive: true });
  let settings = kept(file, schema);
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

/** What an earlier run left; a file of another version or cut short counts as none. */
function kept<Schema extends z.ZodType>(file: string, schema: Schema): z.infer<Schema> {
  const usual = () => schema.parse({});
  if (!existsSync(file)) return usual();
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return usual();
  }
}
