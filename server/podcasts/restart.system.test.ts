import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emails, podcastLines, podcasts } from '../db/tables.ts';
import { ProviderFailure } from '../provider.ts';
import { openProduction, type Production } from '../testing/production.ts';
import { restart } from './restart.ts';
import { removeOldClips } from './retention.ts';

let production: Production;
beforeAll(async () => {
  production = await openProduction();
});
afterAll(() => production.close());

/** What was bought so far: every answer of the model and every line spoken. */
const bought = () =>
  production.entries().filter(({ kind }) => kind === 'llm' || kind === 'speech').length;

/** An episode of one minute that failed when all of it had been bought. */
async function aFailed(topic?: string): Promise<number> {
  const { id } = await production.order(1, topic);
  const putFile = async () => {
    throw new ProviderFailure('ElevenLabs', 'rejected', 'not after all');
  };
  const failed = await production.make(id, { storage: { ...production.storage, putFile } });
  expect(failed).toMatchObject({ status: 'failed', failure: expect.any(String) });
  return id;
}

it('a failed episode that is made once more buys nothing twice', {
  timeout: 120_000,
}, async () => {
  const id = await aFailed();
  const before = bought();
  expect(before).toBeGreaterThan(3);

  await restart(production.db, id, { isGift: true });
  const row = await production.make(id);
  expect(row).toMatchObject({ status: 'completed', failure: null, attempts: 0 });
  expect((await production.storage.head(row.audioKey ?? ''))?.bytes).toBe(row.audioBytes);
  expect(bought()).toBe(before);
  const told = await production.db
    .select({ kind: emails.kind })
    .from(emails)
    .where(eq(emails.about, `podcast:${id}`))
    .orderBy(emails.id);
  expect(told.map(({ kind }) => kind)).toEqual(['failed', 'ready']);
});

it('a line whose clip has been removed is bought anew when the episode is made again', {
  timeout: 120_000,
}, async () => {
  const id = await aFailed('Old clips');
  const linesOf = () =>
    production.db
      .select()
      .from(podcastLines)
      .where(eq(podcastLines.podcastId, id))
      .orderBy(podcastLines.position);
  const keys = (await linesOf()).map(({ clipKey }) => clipKey);
  const ago = sql`now() - interval '8 days'`;
  await production.db.update(podcasts).set({ createdAt: ago }).where(eq(podcasts.id, id));
  await removeOldClips(production.db, production.storage, new AbortController().signal);
  // Words that another episode says, too, are still there.
  const kept = (await linesOf()).filter(({ clipKey }) => clipKey !== null).length;
  expect(kept).toBeLessThan(keys.length);

  await restart(production.db, id, { isGift: true });
  expect(await production.rowOf(id)).toMatchObject({ linesSpoken: kept });
  const row = await production.make(id);
  const lines = await linesOf();
  expect(lines.map(({ clipKey }) => clipKey)).toEqual(keys);
  expect(row).toMatchObject({
    status: 'completed',
    linesSpoken: lines.length,
    millisecondsSpoken: lines.reduce((sum, line) => sum + (line.milliseconds ?? 0), 0),
  });
});
