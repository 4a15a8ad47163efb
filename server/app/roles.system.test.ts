import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openBuyer } from '../testing/buyer.ts';
import { eventually } from '../testing/eventually.ts';
import { testDatabase } from '../testing/postgres.ts';
import { endAll, startProduct, startStandins } from '../testing/processes.ts';

/* The web role and the worker role in separate processes. */

afterEach(endAll);

test('an order sold by a web process waits for a worker, which serves no visitors', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'duologue-roles-'));
  const { pool, url, close } = await testDatabase();
  const standins = await startStandins({ DATA_DIR: dir });
  const half = (ROLE: string) =>
    startProduct({ ROLE, DATA_DIR: dir, DATABASE_URL: url, STANDINS_URL: standins.url });
  const pay = async (id: string) =>
    void (await fetch(`${standins.url}/paddle/demo/transactions/${id}/pay`, { method: 'POST' }));

  const web = await half('web');
  const buyer = await openBuyer(web.url, { pool, pay });
  const [one = '', two = ''] = await buyer.voices();
  const { publicId } = await buyer.buy({ topic: 'Tides', minutes: 10, voices: [one, two] });
  const jobs = async () => {
    const { rows } = await pool.query(`select state from pgboss.job where name = 'produce'`);
    return rows.map(({ state }) => state).join();
  };
  expect(await jobs()).toBe('created');
  // A process that takes jobs would have taken this one before another process has started.
  const second = await half('web');
  expect(await jobs()).toBe('created');

  const worker = await half('worker');
  await eventually('it is begun', async () => (await jobs()) === 'active');
  await eventually('the first words are spoken', async () => {
    const { rowCount } = await pool.query(`select 1 from podcast_lines where state = 'spoken'`);
    return rowCount;
  });
  expect((await buyer.find(publicId)).stage).not.toBe('queued');
  for (const address of ['/', '/api/config', '/api/voices', '/openapi.json']) {
    expect((await fetch(worker.url + address)).status, address).toBe(404);
  }
  expect(await (await fetch(`${worker.url}/readyz`)).json()).toMatchObject({ ok: true });

  expect(await worker.end('SIGTERM')).toBe(0);
  for (const one of [web, second]) expect(await one.end('SIGTERM')).toBe(0);
  await close();
  await rm(dir, { recursive: true, force: true });
}, 90_000);
