import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { podcastLines, podcastParts, podcasts } from '../base/db/tables.ts';
import type { Storage } from '../base/files/storage.ts';
import { openProduction, type Production } from '../testing/production.ts';
import { openSeededRandom } from '../testing/random.ts';

/*
 * The file follows from the ledger alone: the lines, their clips and the settings. In which order the
 * clips arrive, where production is cut off, and how often it is mixed changes no byte of it.
 */

describe.each([
  { by: 'lines', speech: undefined },
  { by: 'takes', speech: 'eleven_v4' },
])('spoken by $by', ({ speech }) => {
  let production: Production;
  let id: number;
  let original: string;
  beforeAll(async () => {
    production = await openProduction(speech ? { speech } : {});
    ({ id } = await production.order(2, 'Why rivers bend'));
    await production.make(id);
    original = await digest();
  }, 120_000);
  afterAll(() => production.close());

  /** Of the whole file, tags included. */
  async function digest(): Promise<string> {
    const row = await production.rowOf(id);
    expect(row?.status).toBe('completed');
    const file = await production.storage.get(row?.audioKey ?? '');
    return createHash('sha256')
      .update(file ?? '')
      .digest('hex');
  }

  /** Takes the episode back to where its script is written and its clips are stored; `spoken`: and measured. */
  async function reopen(spoken: boolean): Promise<void> {
    const { db } = production;
    await db.delete(podcastParts).where(eq(podcastParts.podcastId, id));
    await db
      .update(podcasts)
      .set({ status: 'processing', stage: 'speaking', completedAt: null, quality: null })
      .where(eq(podcasts.id, id));
    if (spoken) return;
    await db
      .update(podcastLines)
      .set({ state: 'read', milliseconds: null, startMilliseconds: null })
      .where(eq(podcastLines.podcastId, id));
  }

  /** Clips that arrive in an order of their own. `onGet` is called with the number of the request. */
  function shuffled(seed: number, onGet = (_number: number) => {}): Storage {
    const random = openSeededRandom(seed);
    let asked = 0;
    return {
      ...production.storage,
      async get(key) {
        onGet(++asked);
        await pause(random.roll() * 40);
        return production.storage.get(key);
      },
    };
  }

  it('a remix is the same file', async () => {
    await reopen(true);
    await production.make(id);
    expect(await digest()).toBe(original);
  }, 60_000);

  it.each([1, 2])(
    'clips that arrive in order %i make the same file',
    async (seed) => {
      await reopen(false);
      await production.make(id, { storage: shuffled(seed) });
      expect(await digest()).toBe(original);
    },
    60_000,
  );

  describe.each([1, 9])('stopped at clip %i', (number) => {
    it('the next attempt makes the same file, and buys nothing', async () => {
      const bought = speechBought();
      await reopen(false);
      const stop = new AbortController();
      const storage = shuffled(number, (at) => at === number && stop.abort(new Error('stopped')));
      await expect(production.make(id, { storage }, stop.signal)).rejects.toThrow('stopped');
      await production.make(id);
      expect(await digest()).toBe(original);
      expect(speechBought()).toBe(bought);
    }, 60_000);
  });

  const speechBought = () => production.entries().filter(({ kind }) => kind === 'speech').length;
});
