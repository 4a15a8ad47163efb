import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { endAll, type Running, startProduct, startStandins } from '../../testing/processes.ts';
import { discardEmbeddedPostgres, findHome } from './embedded/home.ts';
import { withLock } from './embedded/lock.ts';
import { readPostmaster, whose } from './embedded/postmaster.ts';
import { startEmbeddedPostgres } from './embedded.ts';

/* The embedded PostgreSQL is restarted under a running product, and stops with the last product. */

let DATA_DIR: string;
let dir: string;
beforeEach(async () => {
  DATA_DIR = await mkdtemp(path.join(tmpdir(), 'duologue-keep-up-'));
  dir = path.join(DATA_DIR, 'postgres');
});
afterEach(async () => {
  await endAll();
  await discardEmbeddedPostgres(dir);
  await rm(DATA_DIR, { recursive: true, force: true });
});

/** The server that runs on the cluster now; null if there is none. */
async function server() {
  const { data } = await findHome(dir);
  const found = await readPostmaster(data);
  return found && (await whose(found.pid, data)) === 'ours' ? found : null;
}

async function running() {
  const found = await server();
  if (!found) throw new Error('no server runs');
  return found;
}

const isReady = ({ url }: Running) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Expects every instance to be ready on a new server after `kill`. */
async function expectRecovery(instances: Running[], kill: () => Promise<unknown>): Promise<void> {
  const before = await running();
  await kill();
  await eventually('another server', async () => {
    const now = await server();
    return now?.status === 'ready' && now.pid !== before.pid;
  });
  for (const instance of instances) {
    await eventually('it is ready again', () => isReady(instance), 30);
  }
}

async function killServer(): Promise<void> {
  process.kill((await running()).pid, 'SIGKILL');
}

describe('PostgreSQL killed under a running product', { timeout: 120_000 }, () => {
  it('a killed PostgreSQL is restarted for both products, and for the second even if the first is dead and another program uses the port', async () => {
    const standins = await startStandins({ DATA_DIR });
    const env = { DATA_DIR, STANDINS_URL: standins.url };
    const first = await startProduct(env);
    const second = await startProduct(env);
    const { port } = await running();

    await expectRecovery([first, second], killServer);
    expect((await running()).port).toBe(port);
    // One restarts it, the other finds it; each logs that.
    const logs = () => [first, second].map(({ output }) => /it (was|is) \w+ again/.exec(output()));
    await eventually('both log it', async () => logs().every(Boolean));
    const texts = logs().map((match) => match?.[0]);
    expect(texts.sort()).toEqual(['it is there again', 'it was started again']);

    await first.end('SIGKILL');
    const squatter = createServer();
    await expectRecovery([second], () =>
      // No product restarts it while we hold the lock.
      withLock(path.join(dir, 'lock'), async () => {
        await killServer();
        await eventually('the port is free', () => listens(squatter, port), 30, 10);
      }),
    );
    expect((await running()).port).not.toBe(port);
    squatter.close();
    expect(await second.end('SIGTERM')).toBe(0);
    expect(await server()).toBeNull();
  });
});

describe('a stop', { timeout: 120_000 }, () => {
  const cutAll = `select pg_terminate_backend(pid) from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()`;
  async function passwordUrl(): Promise<string> {
    const postgres = await startEmbeddedPostgres({ dir });
    await postgres.stop();
    return postgres.url;
  }

  it('a SIGTERM right after every connection was cut leaves no PostgreSQL behind', async () => {
    const product = await startProduct({ DATA_DIR });
    const url = await passwordUrl();
    await query(url, cutAll);
    expect(await product.end('SIGTERM')).toBe(0);
    expect(await server()).toBeNull();
  });

  it('PostgreSQL without a product stops on request even after its connections were cut', async () => {
    const postgres = await startEmbeddedPostgres({ dir });
    await query(postgres.url, cutAll);
    await postgres.stop();
    expect(await server()).toBeNull();
  });

  it('a Ctrl-C that npm repeats is one stop, which leaves no PostgreSQL behind', async () => {
    const product = await startProduct({ DATA_DIR });
    // The terminal's signal, and a few milliseconds later npm's.
    process.kill(product.pid, 'SIGINT');
    await sleep(5);
    expect(await product.end('SIGINT')).toBe(0);
    expect(await server()).toBeNull();
  });

  it('a second signal ends a stop that hangs, and still leaves no PostgreSQL behind', async () => {
    const standins = await startStandins({ DATA_DIR });
    await setFaults(standins, { smtp: { verdict: 60_000 } });
    const product = await startProduct({ DATA_DIR, STANDINS_URL: standins.url });
    const url = await passwordUrl();
    await query(
      url,
      `insert into emails (about, kind, recipient, message_id, content) values
        ('user:0', 'welcome', 'a@example.com', '<1@x>', '{"subject": "s", "text": "t", "html": "h"}')`,
    );
    await eventually('the mail server has the email and does not answer', async () => {
      const reply = await fetch(`${standins.url}/ledger`);
      return ((await reply.json()) as { entries: unknown[] }).entries.length === 1;
    });
    let code: number | null = null;
    const ended = product.end('SIGTERM').then((answer) => {
      code = answer;
      return true;
    });
    await eventually('a second signal ends it', async () => {
      if (code === null) process.kill(product.pid, 'SIGTERM');
      return Promise.race([ended, false]);
    });
    expect(code).toBe(1);
    expect(await server()).toBeNull();
    // Its stop would wait for the delayed answer.
    await standins.end('SIGKILL');
  });
});

function listens(listener: ReturnType<typeof createServer>, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    listener.once('error', () => resolve(false));
    listener.listen(port, '127.0.0.1', () => resolve(true));
  });
}

async function setFaults(standins: Running, faults: object): Promise<void> {
  await fetch(`${standins.url}/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  });
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
