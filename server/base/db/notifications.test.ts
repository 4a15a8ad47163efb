import { getEventListeners } from 'node:events';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { openNotifications } from './notifications.ts';

let home: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  home = await testDatabase();
});
afterAll(() => home.close());

it('a notification connection lost repeatedly is reopened each time and leaks no listeners', async () => {
  const received: string[] = [];
  let connected = 0;
  const handler = {
    notice: (payload: string) => received.push(payload),
    missed: () => {
      connected += 1;
    },
  };
  const added = vi.spyOn(AbortSignal.prototype, 'addEventListener');
  const notices = openNotifications(home.pool, 'tides', handler);
  // It listens at once, so that the first signal heard of is its own.
  const [signal] = added.mock.contexts as AbortSignal[];
  added.mockRestore();
  const waiting = () => (signal ? getEventListeners(signal, 'abort').length : Number.NaN);
  for (let round = 1; round <= 3; round++) {
    await eventually('the connection', async () => connected === round);
    expect(waiting()).toBe(1);
    await home.db.execute(sql`select pg_notify('tides', ${`high ${round}`})`);
    await eventually('the notice', async () => received.at(-1) === `high ${round}`);
    await home.db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%tides%'`);
  }
  await notices.close();
  expect(waiting()).toBe(0);
});
