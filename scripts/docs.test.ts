import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

it.each([
  ['docs/faults.md', 38],
  ['docs/security.md', 40],
  ['docs/usability.md', 40],
])('%s has all %i rows, and every test file that it names exists', (page, count) => {
  const text = readFileSync(path.join(root, page), 'utf8').split('| shown by |')[1] ?? '';
  const rows = [...text.matchAll(/^\| (\d+) \|(.*)\|$/gm)];
  const numbers = new Set(rows.map(([, number]) => Number(number)));
  expect([...numbers]).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  for (const [row = '', number, cells = ''] of rows) {
    const files = [...cells.matchAll(/`([\w./-]+\.(?:test\.tsx?|spec\.ts))`/g)];
    expect(files.length, `row ${number} names a test`).toBeGreaterThan(0);
    for (const [, file = ''] of files) expect(existsSync(path.join(root, file)), row).toBe(true);
  }
});
