import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import supertest from 'supertest';
import { afterEach, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { endAll, startProduct } from '../../testing/processes.ts';

afterEach(endAll);

const CODE = /setup code (\w{4}-\w{4}-\w{4}) at\nhttp:\/\/localhost:\d+\/auth\?tab=register/;

it('every start of a house prints the same setup code until the first account is made with it', async () => {
  const postgres = await testDatabase();
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'duologue-house-'));
  const env = { SALES: 'off', DATABASE_URL: postgres.url, DATA_DIR, ADMIN_EMAILS: 'ann@a.example' };
  const start = async () => {
    const product = await startProduct(env);
    await eventually('the start is reported', async () =>
      product.output().includes('npm run admin -- grant EMAIL'),
    );
    return product;
  };

  const first = await start();
  const [, code] = CODE.exec(first.output()) ?? [];
  expect(code).toBeDefined();
  expect(first.output()).toContain('ADMIN_EMAILS makes nobody an admin here');
  expect(await first.end('SIGTERM')).toBe(0);

  const second = await start();
  expect(CODE.exec(second.output())?.[1]).toBe(code);
  const account = { email: 'ann@a.example', password: 'secret1', setupCode: code };
  const reply = await supertest(second.url)
    .post('/api/auth/register')
    .set('Origin', second.url)
    .send(account)
    .expect(201);
  expect(reply.body.user.isAdmin).toBe(true);
  expect(await second.end('SIGTERM')).toBe(0);

  const third = await start();
  expect(third.output()).not.toContain('setup code');
  expect(await third.end('SIGTERM')).toBe(0);
  await postgres.close();
  await rm(DATA_DIR, { recursive: true, force: true });
}, 180_000);
