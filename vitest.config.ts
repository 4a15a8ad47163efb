import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Tests of the product as processes of its own; `npm run test:all` runs them. */
const SYSTEM = '**/*.system.test.ts';

const onServer = {
  environment: 'node',
  globalSetup: ['server/testing/webApp.ts', 'server/testing/postgres.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
};
const LOG_LEVEL = process.env.LOG_LEVEL ?? 'silent';

export default defineConfig({
  test: {
    // For two cores: a test spends half of its time waiting.
    maxWorkers: 3,
    // What fails now and then is mended at its cause; a machine that is not ours may need another try.
    retry: Number(process.env.TEST_RETRIES ?? 0),
    // Files share their worker's modules: loading the providers' SDKs anew for each takes longer
    // than most tests.
    isolate: false,
    setupFiles: ['scripts/testing/properties.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          environment: 'node',
          include: ['shared/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'scripts',
          environment: 'node',
          include: ['{scripts,bench,client/document}/**/*.test.ts'],
          exclude: [SYSTEM],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          ...onServer,
          name: 'server',
          include: ['{server,standins}/**/*.test.ts'],
          exclude: [SYSTEM],
          env: { LOG_LEVEL },
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'client',
          environment: 'jsdom',
          include: ['client/src/**/*.test.{ts,tsx}'],
          setupFiles: ['client/src/testing/setup.ts'],
          // A page loads its parts lazily; a busy machine takes its time over that.
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          ...onServer,
          name: 'system',
          // The generated requests and histories run here once more, at their full number.
          include: [SYSTEM, 'server/openapi/fuzz.test.ts', 'server/orders/histories.test.ts'],
          env: { LOG_LEVEL, FUZZ_RUNS: '20', HISTORIES: '200' },
        },
      },
    ],
  },
});
