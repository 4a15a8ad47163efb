import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { cases } from '../faults/cases.ts';

/* The three lists that the product is held to: every row is in the name of a test, or has a reason. */

const root = path.resolve(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
const named = files
  .filter((file) => /\.(test\.tsx?|spec\.ts)$/.test(file))
  .map((file) => readFileSync(path.join(root, file), 'utf8'))
  .join('\n');
/** Rows without a test; docs/security.md says why. */
const excused: Record<string, number[]> = { security: [6] };

it.each([
  ['fault', 38],
  ['security', 40],
  ['usability', 40],
])('every row of the %s list is in the name of a test', (list, rows) => {
  const names = new RegExp(String.raw`\b${list}s? (\d+(?:(?:, | and )\d+)*)`, 'g');
  const shown = new Set(
    [...named.matchAll(names)].flatMap(([, numbers]) => numbers?.match(/\d+/g) ?? []).map(Number),
  );
  if (list === 'fault') for (const { number } of cases) shown.add(number);
  const all = Array.from({ length: rows }, (_, index) => index + 1);
  const missing = all.filter((row) => !shown.has(row) && !excused[list]?.includes(row));
  expect(missing).toEqual([]);
});
