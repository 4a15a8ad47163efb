import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const lock = z.object({
  packages: z.record(
    z.string(),
    z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() }),
  ),
});

test('the lock file holds the packages of every platform, so that npm ci works on each', () => {
  const file = path.resolve(import.meta.dirname, '../package-lock.json');
  const { packages } = lock.parse(JSON.parse(readFileSync(file, 'utf8')));
  const wanted = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ place, name })),
  );
  const missing = wanted.filter(
    ({ place, name }) => !places(place, name).some((at) => packages[at]),
  );
  expect(wanted.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

/** Where npm may have put `name` for a package at `place`: below it, or in any folder above. */
function places(place: string, name: string): string[] {
  const parents = place.split(/\/?node_modules\//).filter(Boolean);
  return parents
    .map((_, depth) => ['', ...parents.slice(0, depth + 1)].join('/node_modules/').slice(1))
    .concat('')
    .map((at) => `${at}${at && '/'}node_modules/${name}`);
}
