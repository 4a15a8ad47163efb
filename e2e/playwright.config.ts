import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { launchOptions } from '../scripts/chromium.ts';
import type { Options } from './fixtures.ts';

const root = path.resolve(import.meta.dirname, '..');

// Chosen by the runner and inherited by its workers, for all temporary files of a run.
process.env.E2E_FOLDER ??= makeFolder();
process.env.TMPDIR = process.env.E2E_FOLDER;

/**
 * The matrix adds other widths, roles and editions, and tests tagged @full: rare cases that are not
 * worth their time in every `npm test`.
 */
const isMatrix = Boolean(process.env.MATRIX);
const phone = devices['Pixel 7'];
const desktop = devices['Desktop Chrome'];

/** Specs whose products have their own settings. */
const EDITIONS = /(house|pixel)\.spec\.ts/;

export default defineConfig<Options>({
  testDir: import.meta.dirname,
  outputDir: path.join(root, 'test-results'),
  globalSetup: './setup.ts',
  timeout: 300_000,
  expect: { timeout: 15_000 },
  // Each worker runs its own product (fixtures.ts); two of them fill two cores.
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
          // Plus one purchase, one episode in production and one sign-in.
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
        ...(process.env.SCREENS
          ? [{ name: 'screens', use: desktop, testMatch: /(screens|emails)\.spec\.ts$/ }]
          : []),
      ],
});

/** Removed when the runner exits, after all its processes. */
function makeFolder(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'duologue-e2e-'));
  // If root starts it, PostgreSQL runs as another user, who must be able to enter.
  chmodSync(dir, 0o755);
  process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
