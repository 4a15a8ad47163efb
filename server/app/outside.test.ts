import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/* Rules that hold for the whole repository. */

const root = path.resolve(import.meta.dirname, '../..');
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter(Boolean);
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
/** The matching files, except tests, that contain the pattern. */
const withText = (files: RegExp, pattern: RegExp) =>
  tracked
    .filter((file) => files.test(file) && !/\.test\.tsx?$|\/testing[./]|fixtures/.test(file))
    .filter((file) => pattern.test(read(file)));

it('the client code never writes raw HTML', () => {
  const marks =
    /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write/;
  expect(withText(/^client\/src\//, marks)).toEqual([]);
});

it('the server code never builds SQL from raw strings, but for the constants of a constraint', () => {
  expect(withText(/^server\/.*\.ts$/, /\bsql\.raw\(/)).toEqual(['server/base/db/tables.ts']);
  expect(read('server/base/db/tables.ts').match(/\bsql\.raw\(/g)).toHaveLength(1);
});

it('the server code starts other programs without a shell', () => {
  const shells = /(?<![.\w])exec(Sync)?\(|shell:\s*(true|['"`])/;
  expect(withText(/^server\/.*\.ts$/, /node:child_process/)).not.toEqual([]);
  const starters = withText(/^server\/.*\.ts$/, /node:child_process/);
  expect(starters.filter((file) => shells.test(read(file)))).toEqual([]);
});

describe('secrets', () => {
  it('the client code reads no variable of the build, so no secret reaches the bundle', () => {
    expect(withText(/^client\/src\//, /import\.meta\.env/)).toEqual([]);
  });

  it('no file of the repository contains a secret key', () => {
    const keys =
      /\b(sk-(proj-)?[A-Za-z0-9]{32,}|pdl_(live|sdbx)_apikey_\w{20,}|AKIA[0-9A-Z]{16}|AIza[\w-]{35})\b|-----BEGIN (RSA |EC )?PRIVATE KEY-----/;
    expect(withText(/\.(ts|tsx|mjs|json|md|yaml|yml|html|example)$/, keys)).toEqual([]);
    expect(tracked.filter((file) => /(^|\/)\.env$/.test(file))).toEqual([]);
  });
});

it('packages are pinned to exact versions and content hashes', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json'));
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$|^npm:.+@\d+\.\d+\.\d+$/);
  }
  const { packages } = JSON.parse(read('package-lock.json'));
  const loose = Object.entries<{ integrity?: string; link?: boolean; inBundle?: boolean }>(packages)
    .filter(([place]) => place !== '')
    .filter(([, { integrity, link, inBundle }]) => !integrity && !link && !inBundle)
    .map(([place]) => place);
  expect(loose).toEqual([]);
});
