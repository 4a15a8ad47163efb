import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { testDatabase } from '../testing/postgres.ts';
import { preload } from '../testing/preload.ts';
import { endAll, startProduct } from '../testing/processes.ts';

afterEach(endAll);

/** Each SIGUSR2 causes an unhandled rejection. */
function rejectOnSignal(): void {
  process.on('SIGUSR2', () => void Promise.reject(new Error('a stray rejection')));
}

test('an unhandled rejection is logged, and the process continues', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'duologue-rejection-'));
  const postgres = await testDatabase();
  const product = await startProduct({
    DATA_DIR: dir,
    DATABASE_URL: postgres.url,
    NODE_OPTIONS: preload(rejectOnSignal),
  });
  process.kill(product.pid, 'SIGUSR2');
  await eventually('it is logged', async () => product.output().includes('a stray rejection'));
  expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
  expect(await product.end('SIGTERM')).toBe(0);
  await postgres.close();
  await rm(dir, { recursive: true, force: true });
}, 60_000);
