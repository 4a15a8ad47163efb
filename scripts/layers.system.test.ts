import { globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLayers } from './layers.ts';

const root = path.resolve(import.meta.dirname, '..');
const copied = [
  '.dependency-cruiser.cjs',
  'package.json',
  'tsconfig.base.json',
  'server/base/kit/log.ts',
  'shared',
];

interface Pattern {
  path?: string;
}

/** A small copy of the repository, so that the real one never holds forbidden code. */
let copy: string;

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'duologue-layers-'));
  for (const file of copied)
    await cp(path.join(root, file), path.join(copy, file), { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
});
afterAll(() => rm(copy, { recursive: true }));

test('shared code that imports the server is refused, and allowed again without it', async () => {
  expect(
    await faultsWith(
      'shared/stray.ts',
      `import { log } from '../server/base/kit/log.ts'; log.info('');`,
    ),
  ).toContain('shared-is-alone: shared/stray.ts → server/base/kit/log.ts');
  expect((await checkLayers(copy)).faults.filter((fault) => fault.includes('stray'))).toEqual([]);
});

test.each([
  ['server', 'base/stray.ts', 'mail/kept.ts'],
  ['server', 'operator/checks/checks.ts', 'app/kept.ts'],
  ['client/src', 'player/stray.ts', 'listen/kept.ts'],
])('in %s, %s may not import %s, which comes behind it', async (root, from, to) => {
  await write(`${root}/${to}`, 'export const kept = 1;');
  const up = path.relative(path.dirname(from), to);
  const faults = await faultsWith(`${root}/${from}`, `import { kept } from '${up}'; kept;`);
  const rule = from.includes('checks') ? 'only-what-is-excepted' : `${root}-in-order`;
  expect(faults).toContain(`${rule}: ${root}/${from} → ${root}/${to}`);
});

test('every rule is about files that exist', () => {
  const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
    forbidden: { name: string; from: Pattern; to: Pattern }[];
  };
  const files = globSync('{client,server,shared,standins}/**/*.{ts,tsx}', { cwd: root });
  const isEmpty = ({ path: pattern }: Pattern) =>
    pattern !== undefined && !files.some((file) => new RegExp(pattern).test(file));
  const patterns = forbidden.flatMap(({ name, from, to }) =>
    [from, to].map((one) => ({ name, one })),
  );
  expect(patterns.filter(({ one }) => isEmpty(one))).toEqual([]);
});

test('no page imports another', async () => {
  await write('client/src/buy/kept.ts', 'export const kept = 1;');
  const faults = await faultsWith(
    'client/src/listen/stray.ts',
    `import { kept } from '../buy/kept.ts'; kept;`,
  );
  expect(faults).toContain('pages-apart: client/src/listen/stray.ts → client/src/buy/kept.ts');
});

test('two folders that import each other are refused even when no file does', async () => {
  await write(
    'server/supply/voices/one.ts',
    `import { b } from '../../mail/email/b.ts'; export const one = b;`,
  );
  await write('server/supply/voices/two.ts', 'export const two = 2;');
  await write('server/mail/email/b.ts', 'export const b = 1;');
  const faults = await faultsWith(
    'server/mail/email/a.ts',
    `import { two } from '../../supply/voices/two.ts'; export const a = two;`,
  );
  expect(faults).toContain('no-folder-cycle: server/mail/email → server/supply/voices');
});

test('a source file that the layer checker does not read is reported', async () => {
  const rules = path.join(copy, '.dependency-cruiser.cjs');
  await rename(rules, `${rules}.kept`);
  await writeFile(
    rules,
    `module.exports = { forbidden: [], options: { exclude: 'pricingSchema[.]ts' } };`,
  );
  expect((await checkLayers(copy)).faults).toEqual(['not read: shared/pricingSchema.ts']);
  await rename(`${rules}.kept`, rules);
});

async function write(file: string, source: string): Promise<void> {
  await mkdir(path.dirname(path.join(copy, file)), { recursive: true });
  await writeFile(path.join(copy, file), source);
}

async function faultsWith(file: string, source: string): Promise<string[]> {
  await write(file, source);
  const { faults } = await checkLayers(copy);
  await rm(path.join(copy, file));
  return faults;
}
