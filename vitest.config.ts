import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Tests of the product as processes of its own; `npm run test:all` runs them. */
const SYSTEM = '**/*.system.test.ts';

/**
 * Tests of our own tools, which `npm run test:all` runs. One case of each promise stays in `npm test`:
 * a stand-in's own protocol, a measure's arithmetic, the suite for a provider of one's own.
 */
const TOOLS = [
  'bench/{growth,listen,pages,report,talk}/*.test.ts',
  'scripts/conformance.test.ts',
  'scripts/conformance/{script,speech}.test.ts',
  'scripts/voices/stock.test.ts',
  'server/testing/{findSound,lengths}.test.ts',
  'standins/elevenlabs/{account,dialogue,elevenlabs,sound,tags}.test.ts',
  'standins/google/mounted.test.ts',
  'standins/memory.test.ts',
  'standins/openai/{account,answers,coldOpen,findFacts,onFacts,plain,reading}.test.ts',
  'standins/openai/{questions,replay,scripts,search,speech,paraphrase}.test.ts',
  'standins/speech/{resample,speakable}.test.ts',
  'standins/web/{pdf,wiki}.test.ts',
];

/** Node runs the files as they are, as it runs the product, which is a sixth cheaper than Vite. */
const onNode = { environment: 'node', experimental: { viteModuleRunner: false } };
const onServer = {
  setupFiles: ['scripts/testing/quickHashes.ts'],
  ...onNode,
  globalSetup: ['server/testing/webApp.ts', 'server/testing/postgres.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
};
const LOG_LEVEL = process.env.LOG_LEVEL ?? 'silent';

export default defineConfig({
  test: {
    // For two cores. A fourth takes longer for all: each loads every module once more.
    maxWorkers: 3,
    // What fails now and then is mended at its cause; a machine that is not ours may need another try.
    retry: Number(process.env.TEST_RETRIES ?? 0),
    // Files share their worker's modules: loading the providers' SDKs anew for each takes longer
    // than most tests.
    isolate: false,
    setupFiles: ['scripts/testing/setUp.ts'],
    projects: [
      {
        extends: true,
        test: {
          ...onNode,
          name: 'scripts',
          include: ['{scripts,bench,client/document,shared}/**/*.test.ts'],
          exclude: [SYSTEM, ...TOOLS],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          ...onServer,
          name: 'server',
          include: ['{server,standins}/**/*.test.ts'],
          exclude: [SYSTEM, ...TOOLS],
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
          // The generated histories run here once more, at their full number.
          include: [SYSTEM, ...TOOLS, 'server/orders/histories.test.ts'],
          env: { LOG_LEVEL, HISTORIES: process.env.HISTORIES ?? '200', USUAL_VOICES: '1' },
          // As the scripts' tests have, some of which run here.
          testTimeout: 60_000,
        },
      },
    ],
  },
});
