import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { eventually } from './testing/eventually.ts';
import { testDatabase } from './testing/postgres.ts';
import { endAll, startProduct } from './testing/processes.ts';

afterEach(endAll);

const stray = pathToFileURL(path.resolve(import.meta.dirname, 'testing/stray.ts'));

test('fault 38: a rejection that nobody handles is logged, and the process lives', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'duologue-rejection-'));
  const postgres = await testDatabase();
  const product = await startProduct({
    DATA_DIR: dir,
    DATABASE_URL: postgres.url,
    NODE_OPTIONS: `--import=${stray.href}`,
  });
  process.kill(product.pid, 'SIGUSR2');
  await eventually('it is logged', async () => product.output().includes('a stray rejection'));
  expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
  expect(await product.end('SIGTERM')).toBe(0);
  await postgres.close();
  await rm(dir, { recursive: true, force: true });
}, 60_000);
