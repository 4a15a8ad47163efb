import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { testDatabase } from '../server/testing/postgres.ts';
import { endAll, freePort, startProduct, startStandins } from '../server/testing/processes.ts';
import { makeAtMost } from '../server/testing/shorten.ts';
import { addresses } from './addresses.ts';
import { ADMINS } from './signIn.ts';

/** The minutes that are made of whatever was bought: most promises are the same in one as in ten. */
export const SHORT = 1;

export interface Product extends AsyncDisposable {
  url: string;
  /** Makes at most so many minutes of each order that is paid from now on. The orders stay as they are. */
  makeAtMost(minutes: number): Promise<void>;
  /** What it has logged and said. */
  output(): string;
}

/**
 * The product as a process on a database of its own, and its stand-ins as another one, on another
 * origin, as the providers are in life. `settings` are added to its environment.
 */
export async function openProduct(settings: Record<string, string>): Promise<Product> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'product-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const database = opened.adopt(await testDatabase(), (it) => it.close());
  // Also whatever did not get as far as to answer.
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
    makeAtMost: (minutes) => makeAtMost(database.pool, minutes),
    output: () => running.output(),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}
