import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '../base/db/tables.ts';
import { testDatabase } from './postgres.ts';

test('two test databases are migrated and share no rows', async () => {
  const [one, other] = await Promise.all([testDatabase(), testDatabase()]);
  await one.db.insert(users).values({ email: 'ada@example.com', username: 'ada' });
  expect(await one.db.$count(users)).toBe(1);
  expect(await other.db.$count(users)).toBe(0);
  await one.close();
  await other.close();
});

test('closing a test database drops it', async () => {
  const kept = await testDatabase();
  const closed = await testDatabase();
  const name = new URL(closed.url).pathname.slice(1);
  const find = sql`select 1 from pg_database where datname = ${name}`;
  expect((await kept.db.execute(find)).rowCount).toBe(1);
  await closed.close();
  expect((await kept.db.execute(find)).rowCount).toBe(0);
  await kept.close();
});
