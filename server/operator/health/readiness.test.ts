import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { problemBody } from '#shared/problem.ts';
import { eventually } from '../../testing/eventually.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';
import { readiness } from './readiness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: false });
});
afterEach(() => app.setFaults({}));
afterAll(() => app.close());

/** Waits until exactly these parts are missing, as the probe tells it, and answers its reply. */
function missing(...parts: string[]) {
  return eventually(`missing: ${parts}`, async () => {
    const reply = await app.visitor().get('/readyz');
    const reported = readiness.parse(reply.body);
    expect(reply.status).toBe(reported.ok ? 200 : 503);
    const gone = Object.entries(reported.parts).flatMap(([part, there]) => (there ? [] : [part]));
    return gone.join() === parts.join() && reply;
  });
}

/** Ends every connection to this database but the one that asks for it. */
async function cutConnections(url = ''): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
}

describe('/readyz', () => {
  it('answers 200 when nothing is missing', async () => {
    const { body } = await missing();
    expect(body).toEqual({
      ok: true,
      parts: {
        database: true,
        migrations: true,
        storage: true,
        queue: true,
        production: true,
        writes: true,
      },
    });
  });

  it('names migrations while one is not applied', async () => {
    const applied = sql`drizzle.__drizzle_migrations`;
    const last = sql`created_at = (select max(created_at) from ${applied})`;
    await app.db.execute(sql`update ${applied} set created_at = created_at - 1e9 where ${last}`);
    const { body } = await missing('migrations');
    expect(problemBody.parse(body)).toMatchObject({
      message: 'Not ready: migrations',
      code: 'unavailable',
      requestId: expect.any(String),
    });
    // A newer instance has migrated ahead of us.
    await app.db.execute(sql`update ${applied} set created_at = created_at + 2e9 where ${last}`);
    await missing();
  });

  it('names the queue while its schema is gone, whatever else is excluded', async () => {
    await app.db.execute(sql`alter schema pgboss rename to away`);
    await missing('queue');
    await app.visitor().get('/readyz?exclude=storage').expect(503);
    await app.visitor().get('/readyz?exclude=queue').expect(400);
    await app.db.execute(sql`alter schema away rename to pgboss`);
    await missing();
  });

  it('names storage while the bucket refuses our key, without a secret; a proxy may exclude it', async () => {
    await app.setFaults({ s3: { errorRate: 1, status: 403 } });
    const { text } = await missing('storage');
    const { s3 } = await (await fetch(`${app.url}/standins/addresses`)).json();
    for (const secret of [s3.secretAccessKey, s3.bucket]) expect(text).not.toContain(secret);
    // The proxy goes on sending visitors, for no other instance has a bucket either.
    const { body } = await app.visitor().get('/readyz?exclude=storage').expect(200);
    expect(body).toMatchObject({ ok: true, parts: { storage: false } });
    await app.setFaults({});
    await missing();
  });

  it('names writes while the database takes none; a proxy may exclude it, with others', async () => {
    const name = sql.identifier(new URL(app.pool.options.connectionString ?? '').pathname.slice(1));
    await app.db.execute(sql`alter database ${name} set default_transaction_read_only = on`);
    // For connections that are made from now on.
    await cutConnections(app.pool.options.connectionString);
    await missing('writes');
    await app.visitor().get('/readyz?exclude=storage').expect(503);
    const { body } = await app
      .visitor()
      .get('/readyz?exclude=storage&exclude=production&exclude=writes')
      .expect(200);
    expect(body).toMatchObject({ ok: true, parts: { writes: false } });
    await app.visitor().get('/readyz?exclude=writes&exclude=queue').expect(400);
    await app.db.transaction(async (tx) => {
      await tx.execute(sql`set transaction read write`);
      await tx.execute(sql`alter database ${name} reset default_transaction_read_only`);
    });
    await cutConnections(app.pool.options.connectionString);
    await missing();
  });

  it('names the database while it is away, and /healthz still answers 200', async () => {
    const { connectionString = '' } = app.pool.options;
    const url = new URL(connectionString);
    const name = url.pathname.slice(1);
    url.pathname = '/postgres';
    const server = new Client({ connectionString: url.href });
    await server.connect();
    await server.query(`alter database ${name} allow_connections false`);
    await server.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [name],
    );
    const { text } = await missing('database', 'migrations', 'queue', 'writes');
    expect(text).not.toContain(name);
    await app.visitor().get('/healthz').expect(200, { ok: true });
    await server.query(`alter database ${name} allow_connections true`);
    await server.end();
    await missing();
  });
});

it('names production while this machine cannot make episodes, and goes on serving visitors', async () => {
  const working = await openTestApp();
  try {
    const check = () => working.visitor().get('/readyz');
    await eventually('it is ready', async () => (await check()).status === 200);
    vi.stubEnv('TMPDIR', '/nowhere/at/all');
    const { body } = await eventually('production is missing', async () => {
      const reply = await check();
      return reply.status === 503 && reply;
    });
    expect(body.message).toBe('Not ready: production');
    await working.visitor().get('/readyz?exclude=production').expect(200);
    const { visitor, request } = await working.buyer();
    const refused = await visitor.post('/api/orders').send(await request());
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    vi.unstubAllEnvs();
    await eventually('it is ready again', async () => (await check()).status === 200);
    await visitor
      .post('/api/orders')
      .send(await request())
      .expect(201);
  } finally {
    vi.unstubAllEnvs();
    await working.close();
  }
});
