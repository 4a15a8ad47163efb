import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { launchOptions } from '../scripts/chromium.ts';
import { freePort } from '../server/testing/processes.ts';

const root = path.resolve(import.meta.dirname, '..');

// The runner chooses once; its workers read the same file and must come to the same answer.
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_STANDINS_PORT ??= String(await freePort());
process.env.E2E_DATA_DIR ??= makeDataDir();

const baseURL = `http://localhost:${process.env.E2E_PORT}`;
const standinsUrl = `http://127.0.0.1:${process.env.E2E_STANDINS_PORT}/standins`;
const DATA_DIR = process.env.E2E_DATA_DIR;
const gracefulShutdown = { signal: 'SIGTERM', timeout: 15_000 } as const;

export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: path.join(root, 'test-results'),
  timeout: 300_000,
  expect: { timeout: 15_000 },
  // One browser, the server and the demo's voices fill two cores.
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  // On a shared machine a neighbour can take a step past its limit. What needed its second try is
  // printed as flaky, and is to be looked at.
  retries: 1,
  reporter: [['list']],
  use: {
    baseURL,
    trace: 'retain-on-failure',
    actionTimeout: 15_000,
    launchOptions: launchOptions(),
  },
  projects: [
    {
      name: 'phone',
      use: { ...devices['Pixel 7'] },
      testIgnore: 'screens.spec.ts',
      grepInvert: /@wide/,
    },
    {
      name: 'desktop',
      use: { ...devices['Desktop Chrome'] },
      // What a wide screen shows otherwise; the errands themselves are walked on the phone.
      testMatch: /(routes|navigation)\.spec\.ts$/,
      grepInvert: /@narrow/,
    },
    // Pictures to look at, when asked for (`npm run screens`).
    ...(process.env.SCREENS
      ? [
          {
            name: 'screens',
            use: devices['Desktop Chrome'],
            testMatch: /(screens|letters)\.spec\.ts$/,
          },
        ]
      : []),
  ],
  // The stand-ins run apart, on another origin, as the providers do in life.
  webServer: [
    {
      command: 'node server/standins/index.ts',
      cwd: root,
      env: { STANDINS_PORT: process.env.E2E_STANDINS_PORT, DATA_DIR },
      url: `${standinsUrl}/ledger`,
      gracefulShutdown,
    },
    {
      command: 'node scripts/build.ts && exec node server/index.ts',
      cwd: root,
      env: {
        PORT: process.env.E2E_PORT,
        DATA_DIR,
        STANDINS_URL: standinsUrl,
        LOG_LEVEL: 'warn',
        ADMIN_EMAILS: 'admin@example.com',
      },
      url: `${baseURL}/readyz`,
      timeout: 120_000,
      gracefulShutdown,
    },
  ],
});

/** Removed when the runner ends, which is after its servers have. */
function makeDataDir(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'duologue-e2e-'));
  // Started by root, PostgreSQL runs as another user, who must be able to enter.
  chmodSync(dir, 0o755);
  process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
