import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import type { z } from 'zod';
import type { Database } from '../server/base/db/openDatabase.ts';
import { withPlainStandins } from '../server/testing/plainStandins.ts';
import { testDatabase } from '../server/testing/postgres.ts';
import { type Running, startProduct, startStandins } from '../server/testing/processes.ts';
import { openSmtpProxy, type SmtpProxy } from '../server/testing/smtpProxy.ts';
import { openTcpProxy, type TcpProxy } from '../server/testing/tcpProxy.ts';
import type { faultSettings } from '../standins/faults.ts';
import type { Purchase } from '../standins/purchaseLog.ts';

/** A process of the product. */
interface Instance extends Running {
  /** Its `application_name` in the database. */
  name: string;
}

/**
 * The product as a process that can be killed, and what survives it: its database, the stand-ins with
 * their purchase log in another process, and a proxy between them.
 */
export interface System {
  pool: Pool;
  proxy: TcpProxy;
  mail: SmtpProxy;
  /** Removed at the end; the product uses only `scratch` in it. */
  dir: string;
  /** The product's temporary folder. */
  scratch: string;
  /** The running product; starts a new process, with `more` in its environment, if there is none. */
  product(more?: Record<string, string>): Promise<Instance>;
  /** Starts another instance, with `more` in its environment. */
  start(more?: Record<string, string>): Promise<Instance>;
  /** kill -9, or another signal. Resolves with the exit code when it is dead; null after a kill. */
  kill(signal?: NodeJS.Signals): Promise<number | null>;
  /** Sets the providers' faults; without settings there are none. */
  setFaults(settings: z.input<typeof faultSettings>): Promise<void>;
  pay(transactionId: string): Promise<void>;
  /** The stand-ins' purchase log, oldest first. */
  purchases(): Promise<Purchase[]>;
  /** The sizes of all objects in the bucket, bytes, by key. */
  objects(): Promise<Map<string, number>>;
  /** Command lines of all processes that use the product's temporary files. */
  encoders(): Promise<string[]>;
  /** Errors that the instances logged, dead ones included. */
  loggedErrors(): string[];
  /** Whether this process has an episode's folder open. */
  worksOn(instance: Instance): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Opens a system on a database of its own, which closes with it. Needs the test server of
 * `server/testing/postgres.ts`.
 */
export async function openSystem(
  opening: Promise<Database & { url: string }> = testDatabase(),
): Promise<System> {
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
    async product(more) {
      product ??= await start(more);
      return product;
    },
    async start(more) {
      const other = await start(more);
      others.push(other);
      return other;
    },
    async kill(signal = 'SIGKILL') {
      const last = product;
      product = null;
      return last ? last.end(signal) : null;
    },
    async setFaults(settings) {
      await ask('/faults', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(withPlainStandins(settings)),
      });
    },
    pay: (transactionId) =>
      ask(`/paddle/demo/transactions/${transactionId}/pay`, { method: 'POST' }),
    purchases: async () => (await ask<{ entries: Purchase[] }>('/ledger')).entries,
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
    async worksOn({ pid }) {
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

/** Reads the folder: the S3 stand-in cannot list its bucket, as the product never does. */
async function readObjects(records: string): Promise<Map<string, number>> {
  const files = (await readdir(records)).filter((name) => name.endsWith('.json'));
  const objects = files.map(async (name) => {
    const { key, bytes } = JSON.parse(await readFile(path.join(records, name), 'utf8'));
    return [key, bytes] as [string, number];
  });
  return new Map(await Promise.all(objects));
}
