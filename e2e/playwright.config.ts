import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { launchOptions } from '../scripts/chromium.ts';
import type { Options } from './fixtures.ts';

const root = path.resolve(import.meta.dirname, '..');

// The runner chooses once; its workers read the same file and must come to the same answer. What
// they, the product and the browser put into temporary folders is in this one.
process.env.E2E_FOLDER ??= makeFolder();
process.env.TMPDIR = process.env.E2E_FOLDER;

/** Whether to repeat what is tagged so at both widths, with axe at every address for every role. */
const isMatrix = Boolean(process.env.MATRIX);
const phone = devices['Pixel 7'];
const desktop = devices['Desktop Chrome'];

export default defineConfig<Options>({
  testDir: import.meta.dirname,
  outputDir: path.join(root, 'test-results'),
  globalSetup: './setup.ts',
  timeout: 300_000,
  expect: { timeout: 15_000 },
  // Each with a product of its own (fixtures.ts); together they fill two cores.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: Number(process.env.TEST_RETRIES ?? 0),
  reporter: [['list']],
  use: {
    // A trace takes a sixth of the time: `--trace retain-on-failure` for whoever needs one.
    screenshot: 'only-on-failure',
    actionTimeout: 15_000,
    launchOptions: launchOptions(),
  },
  projects: isMatrix
    ? [
        { name: 'phone', use: { ...phone, audits: 'all' }, grep: /@matrix/ },
        { name: 'desktop', use: { ...desktop, audits: 'all' }, grep: /@matrix/ },
      ]
    : [
        {
          name: 'phone',
          use: { ...phone, audits: 'once' },
          testIgnore: 'screens.spec.ts',
          grepInvert: /@wide/,
        },
        {
          name: 'desktop',
          use: { ...desktop, audits: 'none' },
          // What a wide screen shows otherwise; the errands themselves are walked on the phone.
          testMatch: /(routes|navigation)\.spec\.ts$/,
          grepInvert: /@narrow/,
        },
        // Pictures to look at, when asked for (`npm run screens`).
        ...(process.env.SCREENS
          ? [{ name: 'screens', use: desktop, testMatch: /(screens|letters)\.spec\.ts$/ }]
          : []),
      ],
});

/** Removed when the runner ends, which is after everything that it started has. */
function makeFolder(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'duologue-e2e-'));
  // Started by root, PostgreSQL runs as another user, who must be able to enter.
  chmodSync(dir, 0o755);
  process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
