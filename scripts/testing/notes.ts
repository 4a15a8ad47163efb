import { appendFileSync, readFileSync } from 'node:fs';

type Note =
  /** CPU time of its worker between a file's first and last hook. */
  | { file: string; seconds: number }
  /** A test that failed and was run again. */
  | { repeated: string };

/** Adds a line for the report of `scripts/test.ts`, which alone sets TEST_NOTES. */
export function note(entry: Note): void {
  const file = process.env.TEST_NOTES;
  if (file) appendFileSync(file, `${JSON.stringify(entry)}\n`);
}

export function readNotes(file: string): Note[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}
