import dns from 'node:dns';
import { once } from 'node:events';
import { createServer, connect as dial } from 'node:net';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { Client } from 'pg';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase } from '../../testing/postgres.ts';
import { migrate } from './migrate.ts';
import * as tables from './tables.ts';

let home: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  home = await testDatabase();
});
afterAll(() => home.close());

test('three first starts at once all migrate the database, and a later one changes nothing', async () => {
  await withEmptyDatabase(async (url) => {
    await Promise.all([migrate(url), migrate(url), migrate(url)]);
    await migrate(url);
    expect(await query(url, 'select count(*)::int as n from drizzle.__drizzle_migrations')).toEqual(
      await query(home.url, 'select count(*)::int as n from drizzle.__drizzle_migrations'),
    );
    expect(await query(url, 'select count(*)::int as n from orders')).toEqual([{ n: 0 }]);
  });
});

test('a migrated database has the columns that are declared, and no others but those of old names', async () => {
  const declared = Object.values(tables)
    .filter((one) => is(one, PgTable))
    .map((one) => getTableConfig(one))
    .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`));
  // A view for the release before; the next migration drops it.
  const views = await query(
    home.url,
    `select table_name as name from information_schema.views where table_schema = 'public'`,
  );
  expect(views).toEqual([{ name: 'stray_payments' }]);
  const there = await query(
    home.url,
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and table_name <> 'stray_payments' order by (table_name || '.' || column_name) collate "C"`,
  );
  expect(there).toEqual(declared.sort().map((name) => ({ name })));
});

test('the job queue accepts a migrated database as it is', async () => {
  const boss = new PgBoss({ connectionString: home.url, migrate: false });
  await boss.start();
  await boss.createQueue('check');
  expect(await boss.send('check', { works: true })).toEqual(expect.any(String));
  await boss.stop({ graceful: false });
});

test('a database that comes up late is waited for', async () => {
  const { port: realPort } = new URL(home.url);
  const late = createServer((socket) => {
    const onward = dial(Number(realPort), '127.0.0.1');
    for (const end of [socket, onward]) end.on('error', () => end.destroy());
    socket.pipe(onward).pipe(socket);
  });
  const port = await freePort();
  const url = new URL(home.url);
  url.port = String(port);

  let settled = false;
  const migrated = migrate(url.href).finally(() => {
    settled = true;
  });
  await expect(dialOnce(port)).rejects.toThrow('ECONNREFUSED');
  expect(settled).toBe(false);
  late.listen(port, '127.0.0.1');
  await migrated;
  late.close();
});

test('a database that stays unreachable is reported by address and without its password', async () => {
  const port = await freePort();
  const url = `postgres://someone:hidden@127.0.0.1:${port}/somewhere`;
  const fault = await migrate(url, { patience: 200 }).catch((error: Error) => error.message);
  expect(fault).toMatch(`The database at 127.0.0.1:${port}/somewhere cannot be used: `);
  expect(fault).not.toContain('hidden');
});

test('a database unreachable at both addresses of its host name is reported with a reason', async () => {
  // As `localhost` has on many machines.
  const both = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  const lookup = vi.spyOn(dns, 'lookup');
  onTestFinished(() => lookup.mockRestore());
  lookup.mockImplementation(((
    _host: string,
    _options: object,
    done: (...found: unknown[]) => void,
  ) => done(null, both)) as typeof dns.lookup);
  const url = `postgres://someone:hidden@two.example:${await freePort()}/somewhere`;
  const fault = await migrate(url, { patience: 200 }).catch((error: Error) => error.message);
  expect(fault).toMatch(/cannot be used: .*ECONNREFUSED/);
});

test('a wrong database password fails at once, without waiting', async () => {
  const url = new URL(home.url);
  url.password = 'wrong';
  await expect(migrate(url.href)).rejects.toThrow(/password authentication failed/);
});

async function withEmptyDatabase(use: (url: string) => Promise<void>): Promise<void> {
  const name = `empty_${process.pid}`;
  await query(home.url, `create database ${name}`);
  const url = new URL(home.url);
  url.pathname = `/${name}`;
  try {
    await use(url.href);
  } finally {
    await query(home.url, `drop database ${name} with (force)`);
  }
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}

async function dialOnce(port: number): Promise<void> {
  const socket = dial(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
}
