import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { z } from 'zod';
import type { Database } from '../server/base/db/openDatabase.ts';
import { withPlainStandins } from '../server/testing/plainStandins.ts';
import { testDatabase } from '../server/testing/postgres.ts';
import { type Running, startProduct, startStandins } from '../server/testing/processes.ts';
import type { SeededRandom } from '../server/testing/random.ts';
import { openSmtpProxy } from '../server/testing/smtpProxy.ts';
import { openTcpProxy } from '../server/testing/tcpProxy.ts';
import type { faultSettings } from '../standins/faults.ts';
import type { Purchase } from '../standins/purchaseLog.ts';

interface Instance extends Running {
  name: string;
}

/** The product, which can be killed, and what survives it in other processes. */
export type System = Awaited<ReturnType<typeof openSystem>>;

/** One fault of docs/faults.md. */
export interface Case {
  number: number;
  name: string;
  /**
   * `seed` chooses the variant, and `random` what is bought and when the fault happens. Resolves
   * with a description of the state at the fault; rejects with all broken promises.
   */
  run(system: System, random: SeededRandom, seed: number, orders?: number): Promise<string>;
  /** Why it cannot run on this machine. */
  impossible?(): string | null;
}

/** Takes over the database. The default needs the server of `server/testing/postgres.ts`. */
export async function openSystem(opening: Promise<Database & { url: string }> = testDatabase()) {
  await using opened = new AsyncDisposableStack();
  const postgres = opened.adopt(await opening, (database) => database.close());
  const dir = opened.adopt(await mkdtemp(path.join(tmpdir(), 'duologue-faults-')), (folder) =>
    rm(folder, { recursive: true, force: true }),
  );
  const scratch = path.join(dir, 'tmp');
  await mkdir(scratch);
  const standins = opened.adopt(await startStandins({ DATA_DIR: dir }), (process) =>
    process.end('SIGTERM').then(() => {}),
  );
  const proxy = opened.adopt(
    await openTcpProxy(standins.url, ['openai', 'elevenlabs', 's3']),
    (wire) => wire.close(),
  );
  const mail = opened.adopt(await openSmtpProxy(proxy.addresses.smtp.url), (wire) => wire.close());
  proxy.addresses.smtp = { url: mail.url };
  let product: Instance | null = null;
  const others: Instance[] = [];
  const instances: Instance[] = [];
  let started = 0;
  const open = opened.move();

  async function start(more: Record<string, string> = {}): Promise<Instance> {
    started += 1;
    const name = `instance-${started}`;
    const database = new URL(postgres.url);
    database.searchParams.set('application_name', name);
    const env = {
      DATA_DIR: path.join(dir, 'product'),
      DATABASE_URL: database.href,
      STANDINS_URL: proxy.url,
      TMPDIR: scratch,
      // Without this, Node's compile cache would be a file that a dead process leaves behind.
      NODE_COMPILE_CACHE: path.join(dir, 'compile-cache'),
    };
    const instance = { ...(await startProduct({ ...env, ...more })), name };
    instances.push(instance);
    return instance;
  }

  async function ask<T>(address: string, init?: RequestInit): Promise<T> {
    const reply = await fetch(`${standins.url}${address}`, init);
    if (!reply.ok) throw new Error(`${address}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as T;
  }

  return {
    pool: postgres.pool,
    proxy,
    mail,
    dir,
    scratch,
    /** Starts a process, with `more` in its environment, if there is none. */
    async product(more?: Record<string, string>) {
      product ??= await start(more);
      return product;
    },
    async start(more?: Record<string, string>) {
      const other = await start(more);
      others.push(other);
      return other;
    },
    /** Resolves once it is dead, with the exit code; null after a kill. */
    async kill(signal: NodeJS.Signals = 'SIGKILL') {
      const last = product;
      product = null;
      return last ? last.end(signal) : null;
    },
    /** Replaces the providers' faults; `{}` clears them. */
    async setFaults(settings: z.input<typeof faultSettings>) {
      await ask('/faults', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(withPlainStandins(settings)),
      });
    },
    pay: (transactionId: string) =>
      ask<void>(`/paddle/demo/transactions/${transactionId}/pay`, { method: 'POST' }),
    purchases: async () => (await ask<{ entries: Purchase[] }>('/ledger')).entries,
    /** Sizes of all objects in the bucket, bytes, by key. */
    objects: () => readObjects(path.join(dir, 'standins/s3/records')),
    async encoders() {
      const { stdout } = await promisify(execFile)('ps', ['-A', '-ww', '-o', 'args=']);
      return stdout.split('\n').filter((words) => words.includes(scratch));
    },
    loggedErrors: () =>
      instances.flatMap(({ name, output }) =>
        output()
          .split('\n')
          .filter((line) => line.startsWith('{"level":50'))
          .map((line) => `${name}: ${line}`),
      ),
    /** Whether this process has an episode's folder open. */
    async worksOn({ pid }: Instance) {
      return (await readdir(scratch)).some((name) => name.includes(`-${pid}-`));
    },
    async close() {
      // A paused process handles no other signal.
      for (const other of others) await other.end('SIGKILL');
      await product?.end('SIGTERM');
      await open.disposeAsync();
    },
  };
}

/** Reads the stand-in's folder: like the product, the S3 stand-in never lists its bucket. */
async function readObjects(records: string): Promise<Map<string, number>> {
  const files = (await readdir(records)).filter((name) => name.endsWith('.json'));
  const objects = files.map(async (name) => {
    const { key, bytes } = JSON.parse(await readFile(path.join(records, name), 'utf8'));
    return [key, bytes] as [string, number];
  });
  return new Map(await Promise.all(objects));
}
