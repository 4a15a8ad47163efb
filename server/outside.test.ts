import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/* What is promised of the whole repository: the numbers are rows of the security list (docs/security.md). */

const root = path.resolve(import.meta.dirname, '..');
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter(Boolean);
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
/** Files of that kind, without tests, in which the pattern is found. */
const withText = (files: RegExp, pattern: RegExp) =>
  tracked
    .filter((file) => files.test(file) && !/\.test\.tsx?$|\/testing[./]|fixtures/.test(file))
    .filter((file) => pattern.test(read(file)));

describe('security 27: the screens', () => {
  it('write no mark-up that somebody typed', () => {
    const marks =
      /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write/;
    expect(withText(/^client\/src\//, marks)).toEqual([]);
  });
});

describe('security 28: the database', () => {
  it('is asked by parameters alone', () => {
    expect(withText(/^server\/.*\.ts$/, /\bsql\.raw\(/)).toEqual([]);
  });
});

describe('security 29: other programs', () => {
  it('are started without a shell', () => {
    const shells = /(?<![.\w])exec(Sync)?\(|shell:\s*(true|['"`])/;
    expect(withText(/^server\/.*\.ts$/, /node:child_process/)).not.toEqual([]);
    const starters = withText(/^server\/.*\.ts$/, /node:child_process/);
    expect(starters.filter((file) => shells.test(read(file)))).toEqual([]);
  });
});

describe('security 36: secrets', () => {
  it('cannot reach the bundle: no screen reads the environment', () => {
    expect(withText(/^client\/src\//, /process\.env|import\.meta\.env/)).toEqual([]);
  });

  it('are in no file of the repository', () => {
    const keys =
      /\b(sk-(proj-)?[A-Za-z0-9]{32,}|pdl_(live|sdbx)_apikey_\w{20,}|AKIA[0-9A-Z]{16}|AIza[\w-]{35})\b|-----BEGIN (RSA |EC )?PRIVATE KEY-----/;
    expect(withText(/\.(ts|tsx|mjs|json|md|yaml|yml|html|example)$/, keys)).toEqual([]);
    expect(tracked.filter((file) => /(^|\/)\.env$/.test(file))).toEqual([]);
  });
});

describe('security 40: packages', () => {
  it('are pinned to the digit and to their contents', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json'));
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$|^npm:.+@\d+\.\d+\.\d+$/);
    }
    const { packages } = JSON.parse(read('package-lock.json'));
    const loose = Object.entries<{ integrity?: string; link?: boolean; inBundle?: boolean }>(
      packages,
    )
      .filter(([place]) => place !== '')
      .filter(([, { integrity, link, inBundle }]) => !integrity && !link && !inBundle)
      .map(([place]) => place);
    expect(loose).toEqual([]);
  });
});
