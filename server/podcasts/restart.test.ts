import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { letters } from '../db/tables.ts';
import { ProviderFailure } from '../provider.ts';
import { openStudio, type Studio } from '../testing/studio.ts';
import { restart } from './restart.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

/** What was bought so far: every answer of the model and every line spoken. */
const bought = () =>
  studio.entries().filter(({ kind }) => kind === 'llm' || kind === 'speech').length;

it('usability 40: a failed episode that is made once more buys nothing twice', {
  timeout: 120_000,
}, async () => {
  const { id } = await studio.order(1);
  const putFile = async () => {
    throw new ProviderFailure('S3', 'rejected', 'not this file');
  };
  const failed = await studio.make(id, { storage: { ...studio.storage, putFile } });
  expect(failed).toMatchObject({ status: 'failed', failure: expect.any(String) });
  const before = bought();
  expect(before).toBeGreaterThan(3);

  await restart(studio.db, id, { isGift: true });
  const row = await studio.make(id);
  expect(row).toMatchObject({ status: 'completed', failure: null, attempts: 0 });
  expect((await studio.storage.head(row.audioKey ?? ''))?.bytes).toBe(row.audioBytes);
  expect(bought()).toBe(before);
  const told = await studio.db
    .select({ kind: letters.kind })
    .from(letters)
    .where(eq(letters.about, `podcast:${id}`))
    .orderBy(letters.id);
  expect(told.map(({ kind }) => kind)).toEqual(['failed', 'ready']);
});
