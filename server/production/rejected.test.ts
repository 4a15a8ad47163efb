import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emails, podcasts } from '../base/db/tables.ts';
import { openProduction, type Production } from '../testing/production.ts';

let production: Production;
beforeAll(async () => {
  production = await openProduction();
});
afterAll(() => production.close());

it('an episode whose voice the provider no longer has fails with that reason and an email', async () => {
  const { id } = await production.order(1);
  await production.db.update(podcasts).set({ voice2Id: 'gone' }).where(eq(podcasts.id, id));
  const failure = 'One of the two voices could no longer be recorded.';
  expect(await production.make(id)).toMatchObject({ status: 'failed', failure });
  const [message] = await production.db
    .select()
    .from(emails)
    .where(eq(emails.about, `podcast:${id}`));
  expect(message).toMatchObject({ kind: 'failed' });
}, 60_000);
