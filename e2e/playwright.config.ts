import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { launchOptions } from '../scripts/chromium.ts';
import type { Options } from './fixtures.ts';

const root = path.resolve(import.meta.dirname, '..');

// Chosen once by the runner and inherited by its workers. All temporary files of the workers, the
// product and the browser go in here.
process.env.E2E_FOLDER ??= makeFolder();
process.env.TMPDIR = process.env.E2E_FOLDER;

/**
 * Runs tests tagged @matrix at both widths and with axe on every page for every role, the wide layout,
 * other editions of the product, and what is tagged @full: rare cases that would cost every `npm test`
 * more than they tell.
 */
const isMatrix = Boolean(process.env.MATRIX);
const phone = devices['Pixel 7'];
const desktop = devices['Desktop Chrome'];

/** Products with settings of their own; their promises have unit tests besides. */
const EDITIONS = /(house|pixel)\.spec\.ts/;

export default defineConfig<Options>({
  testDir: import.meta.dirname,
  outputDir: path.join(root, 'test-results'),
  globalSetup: './setup.ts',
  timeout: 300_000,
  expect: { timeout: 15_000 },
  // Each runs its own product (fixtures.ts); together they fill two cores.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: Number(process.env.TEST_RETRIES ?? 0),
  reporter: [['list']],
  use: {
    // Tracing would take a sixth of the time; use `--trace retain-on-failure` when needed.
    screenshot: 'only-on-failure',
    actionTimeout: 15_000,
    launchOptions: launchOptions(),
  },
  projects: isMatrix
    ? [
        { name: 'phone', use: { ...phone, audits: 'all' }, grep: [/@matrix|@full/, EDITIONS] },
        {
          name: 'desktop',
          use: { ...desktop, audits: 'all' },
          // And what looks different on wide screens, and a purchase, an episode in the making and a sign-in there.
          grep: /@matrix|@desktop|(navigation|player)\.spec\.ts/,
          grepInvert: /@narrow/,
        },
      ]
    : [
        {
          name: 'phone',
          use: { ...phone, audits: 'once' },
          testIgnore: [EDITIONS, /screens\.spec\.ts$/],
          grepInvert: /@wide|@full/,
        },
        // Screenshots for `npm run screens`.
        ...(process.env.SCREENS
          ? [{ name: 'screens', use: desktop, testMatch: /(screens|emails)\.spec\.ts$/ }]
          : []),
      ],
});

/** Creates the folder and removes it when the runner exits, after all its processes. */
function makeFolder(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'duologue-e2e-'));
  // If started by root, PostgreSQL runs as another user and must be able to enter.
  chmodSync(dir, 0o755);
  process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
