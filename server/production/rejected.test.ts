import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { letters, podcasts } from '../db/tables.ts';
import { openStudio, type Studio } from '../testing/studio.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

it('an episode whose voice the provider no longer has fails with that reason and an email', async () => {
  const { id } = await studio.order(1);
  await studio.db.update(podcasts).set({ voice2Id: 'gone' }).where(eq(podcasts.id, id));
  const failure = 'One of the two voices could not be recorded any more.';
  expect(await studio.make(id)).toMatchObject({ status: 'failed', failure });
  const [letter] = await studio.db
    .select()
    .from(letters)
    .where(eq(letters.about, `podcast:${id}`));
  expect(letter).toMatchObject({ kind: 'failed' });
}, 60_000);
