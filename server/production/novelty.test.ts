import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { podcasts, users } from '../db/tables.ts';
import { openProduction, type Production } from '../testing/production.ts';
import { noveltyOf } from './novelty.ts';

let production: Production;
beforeAll(async () => {
  production = await openProduction();
});
afterAll(() => production.close());

it('the first episode of an account has no novelty', () => {
  expect(noveltyOf(['The sea glows at night.'], null)).toBeNull();
});

it('an episode is new by the share of its sentences that no earlier one has said, in any case', () => {
  const earlier = ['Right. The sea glows at night! Who saw it first?'];
  const lines = ['the sea, glows at night. Nobody knows who saw it.', 'A ship did, in the dark.'];
  expect(noveltyOf(lines, earlier)).toBe(2 / 3);
  expect(noveltyOf(lines, ['Something else was said here.'])).toBe(1);
  expect(noveltyOf(lines, lines)).toBe(0);
});

it('sentences of up to three words may be said in every episode', () => {
  expect(noveltyOf(['Fair enough. Tell me more.'], ['Fair enough. Tell me more.'])).toBe(1);
});

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
