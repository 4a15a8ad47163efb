import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emails, podcastLines, podcasts } from '../../base/db/tables.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { openProduction, type Production } from '../../testing/production.ts';
import { tidy } from '../owner/retention.ts';
import { restart } from './restart.ts';

let production: Production;
beforeAll(async () => {
  production = await openProduction();
});
afterAll(() => production.close());

/** Number of purchases so far: answers of the model and spoken lines. */
const bought = () =>
  production.entries().filter(({ kind }) => kind === 'llm' || kind === 'speech').length;

/** An episode of one minute that failed after everything for it was bought. */
async function aFailedEpisode(topic?: string): Promise<number> {
  const { id } = await production.order(1, topic);
  const putFile = async () => {
    throw new ProviderFailure('ElevenLabs', 'rejected', 'not after all');
  };
  const failed = await production.make(id, { storage: { ...production.storage, putFile } });
  expect(failed).toMatchObject({ status: 'failed', failure: expect.any(String) });
  return id;
}

it('a failed episode that is produced again buys nothing twice', {
  timeout: 120_000,
}, async () => {
  const id = await aFailedEpisode();
  const before = bought();
  expect(before).toBeGreaterThan(3);

  await restart(production.db, id, { isGift: true });
  const row = await production.make(id);
  expect(row).toMatchObject({ status: 'completed', failure: null, attempts: 0 });
  expect((await production.storage.head(row.audioKey ?? ''))?.bytes).toBe(row.audioBytes);
  expect(bought()).toBe(before);
  const sent = await production.db
    .select({ kind: emails.kind })
    .from(emails)
    .where(eq(emails.about, `podcast:${id}`))
    .orderBy(emails.id);
  expect(sent.map(({ kind }) => kind)).toEqual(['failed', 'ready']);
});

it('a line whose clip was removed is bought again when the episode is produced again', {
  timeout: 120_000,
}, async () => {
  const id = await aFailedEpisode('Old clips');
  const linesOf = () =>
    production.db
      .select()
      .from(podcastLines)
      .where(eq(podcastLines.podcastId, id))
      .orderBy(podcastLines.position);
  const keys = (await linesOf()).map(({ clipKey }) => clipKey);
  const ago = sql`now() - interval '8 days'`;
  await production.db.update(podcasts).set({ createdAt: ago }).where(eq(podcasts.id, id));
  await tidy(
    { db: production.db, storage: production.storage },
    'clips',
    new AbortController().signal,
  );
  // Clips that another episode shares are kept.
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
