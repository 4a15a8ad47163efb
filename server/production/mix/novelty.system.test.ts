import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { podcasts, users } from '../../base/db/tables.ts';
import { openProduction, type Production } from '../../testing/production.ts';

let production: Production;
beforeAll(async () => {
  production = await openProduction();
});
afterAll(() => production.close());

it('a second episode that repeats the first is flagged, for its own account and no other', async () => {
  const [ada, bob] = await production.db
    .insert(users)
    .values(['ada', 'bob'].map((username) => ({ email: `${username}@example.com`, username })))
    .returning();
  const card = async (account = ada) => {
    const { id } = await production.order(1);
    const userId = account?.id ?? 0;
    await production.db.update(podcasts).set({ userId }).where(eq(podcasts.id, id));
    const { quality, status } = await production.make(id);
    expect(status).toBe('completed');
    return quality;
  };
  expect((await card())?.novelty).toBeNull();
  const second = await card();
  expect(second?.novelty).toBeLessThan(0.95);
  expect(second?.flags).toContain('novelty');
  expect((await card(bob))?.novelty).toBeNull();
}, 60_000);
