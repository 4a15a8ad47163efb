import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { testDatabase } from '../server/testing/postgres.ts';
import { endAll, freePort, startProduct, startStandins } from '../server/testing/processes.ts';
import { makeAtMost } from '../server/testing/shorten.ts';
import { ADMINS } from './signIn.ts';
import { addresses } from './standins.ts';

/** Minutes produced of every order; most tests need no more. */
export const SHORT = 1;

export type Product = Awaited<ReturnType<typeof openProduct>>;

/** The stand-ins run in another process and on another origin, like real providers. */
export async function openProduct(settings: Record<string, string>) {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'product-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const database = opened.adopt(await testDatabase(), (it) => it.close());
  // Also ends processes that never became ready.
  opened.defer(endAll);

  await makeAtMost(database.pool, SHORT);

  const standins = await startStandins({ DATA_DIR: folder });
  opened.defer(async () => void (await standins.end('SIGTERM')));
  const port = await freePort();
  const running = await startProduct({
    PORT: String(port),
    DATA_DIR: folder,
    TMPDIR: folder,
    DATABASE_URL: database.url,
    STANDINS_URL: standins.url,
    ADMIN_EMAILS: ADMINS.join(),
    ...settings,
  });
  opened.defer(async () => void (await running.end('SIGTERM')));

  const url = `http://localhost:${port}`;
  Object.assign(addresses, { product: url, standins: standins.url });
  const open = opened.move();
  return {
    url,
    /** Limits the minutes produced of orders paid from now on; orders stay unchanged. */
    makeAtMost: (minutes: number) => makeAtMost(database.pool, minutes),
    output: () => running.output(),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}
