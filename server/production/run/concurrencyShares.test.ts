import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../base/db/openDatabase.ts';
import { speechShares } from '../../base/db/tables.ts';
import { openLimiter } from '../../sound/speech/concurrencyLimiter.ts';
import { claimWhileBusy } from '../../sound/speech/speechTurns.ts';
import { eventually } from '../../testing/eventually.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { divide, openShares } from './concurrencyShares.ts';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.db.delete(speechShares));

const rows = () => database.db.select().from(speechShares);
/** Makes all rows older, as if their processes had been killed. */
const age = (seconds: number) =>
  database.db
    .update(speechShares)
    .set({ seenAt: sql`${speechShares.seenAt} - make_interval(secs => ${seconds})` });

test('all calls of the account are divided by episodes, at least one for each busy instance', () => {
  const instances = fc.uniqueArray(
    fc.record({ instance: fc.uuid(), episodes: fc.integer({ min: 0, max: 20 }) }),
    { selector: ({ instance }) => instance, maxLength: 8 },
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 64 }), instances, (calls, instances) => {
      const parts = divide(calls, instances);
      const busy = instances.filter(({ episodes }) => episodes > 0);
      expect([...parts.keys()].sort()).toEqual(busy.map(({ instance }) => instance).sort());
      const sum = [...parts.values()].reduce((total, part) => total + part, 0);
      expect(sum).toBe(busy.length ? Math.max(calls, busy.length) : 0);
      for (const one of busy) {
        const mine = parts.get(one.instance) ?? 0;
        expect(mine).toBeGreaterThanOrEqual(1);
        // An instance with as many episodes as another has at most one call less.
        for (const other of busy) {
          const theirs = parts.get(other.instance) ?? 0;
          if (other.episodes <= one.episodes) expect(theirs - mine).toBeLessThanOrEqual(1);
        }
      }
      expect(divide(calls, instances.toReversed())).toEqual(parts);
    }),
  );
});

test('two instances that have both claimed never have more calls together than the account', async () => {
  const [one, two] = [openShares(database.db), openShares(database.db)];
  expect(await one.claim(3, 10)).toEqual({ mine: 10, of: 10 });
  const second = await two.claim(1, 10);
  const first = await one.claim(3, 10);
  expect([first.mine, second.mine]).toEqual([7, 3]);
  // A limit that one has learnt applies to the other.
  await two.claim(1, 4);
  expect(await one.claim(3, 10)).toEqual({ mine: 3, of: 4 });
  expect(await two.claim(1, 4)).toEqual({ mine: 1, of: 4 });
});

test('an instance that is done leaves its share to the others', async () => {
  const [one, two] = [openShares(database.db), openShares(database.db)];
  await one.claim(1, 6);
  expect(await two.claim(1, 6)).toEqual({ mine: 3, of: 6 });
  await one.release();
  expect(await two.claim(1, 6)).toEqual({ mine: 6, of: 6 });
});

test('the share of a dead instance goes to the others, and its row is removed', async () => {
  const [dead, alive] = [openShares(database.db), openShares(database.db)];
  await dead.claim(5, 2);
  await age(4);
  expect((await alive.claim(1, 6)).of).toBe(2);
  await age(2);
  expect(await alive.claim(1, 6)).toEqual({ mine: 6, of: 6 });
  expect(await rows()).toHaveLength(2);
  await age(60);
  await alive.claim(1, 6);
  expect(await rows()).toMatchObject([{ episodes: 1, learnt: 6 }]);
});

test('limiters on one database share the account while busy and release it when done', async () => {
  const done = Promise.withResolvers<void>();
  const never = new AbortController().signal;
  const instances = [1, 2].map(() => {
    const limiter = openLimiter(6);
    const claim = claimWhileBusy(limiter, openShares(database.db));
    return (episode: string) => {
      const call = limiter.run(limiter.queue(episode), never, () => done.promise);
      claim();
      return { limiter, call };
    };
  });
  const lines = instances.flatMap((speak) => Array.from({ length: 9 }, () => speak('an episode')));
  const limiters = [...new Set(lines.map(({ limiter }) => limiter))];
  // Before the first claim, each limiter allows one call.
  expect(limiters.map(({ limit }) => limit)).toEqual([1, 1]);
  await eventually('both have their half', async () => limiters.every(({ limit }) => limit === 3));
  expect(limiters.every(({ inFlight }) => inFlight <= 6)).toBe(true);
  done.resolve();
  await Promise.all(lines.map(({ call }) => call));
  await eventually('nobody is left', async () => (await rows()).length === 0);
  expect(limiters.map(({ limit }) => limit)).toEqual([1, 1]);
});
