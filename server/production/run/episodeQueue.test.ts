import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../base/db/openDatabase.ts';
import { podcasts } from '../../base/db/tables.ts';
import { aPodcast, aPreview } from '../../testing/builders.ts';
import { eventually } from '../../testing/eventually.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { EPISODES_AT_ONCE, openQueue, type Queue } from './episodeQueue.ts';

let postgres: Awaited<ReturnType<typeof testDatabase>>;
let instances: { queue: Queue; close(): Promise<void> }[];

/** Another server on the same database, as far as the queue is concerned. */
async function instance() {
  const database = openDatabase(postgres.url);
  const queue = await openQueue(database.pool);
  instances.push({
    queue,
    close: async () => {
      await queue.stop();
      await database.close();
    },
  });
  return queue;
}

/** The state of every job of this episode, the oldest first. */
async function jobsOf(podcastId: number): Promise<string[]> {
  const { rows } = await postgres.pool.query(
    `select state::text from pgboss.job
     where name = 'produce' and singleton_key = $1 order by created_on`,
    [String(podcastId)],
  );
  return rows.map(({ state }) => state);
}

/** The first jobs that one process works on at once: none of them ends before all have begun. */
async function firstOnes(queue: Queue): Promise<number[]> {
  const begun: number[] = [];
  const held = Promise.withResolvers<void>();
  await queue.work(async (id) => {
    begun.push(id);
    await held.promise;
  });
  await eventually('as many begun', async () => begun.length >= EPISODES_AT_ONCE);
  const first = begun.slice(0, EPISODES_AT_ONCE);
  held.resolve();
  return first;
}

beforeEach(async () => {
  postgres = await testDatabase();
  instances = [];
});
afterEach(async () => {
  for (const { close } of instances) await close();
  await postgres.close();
});

describe('episode queue', () => {
  it('each job is given once, to one of two instances', async () => {
    const [one, two] = [await instance(), await instance()];
    const made: number[] = [];
    for (const queue of [one, two]) await queue.work(async (id) => void made.push(id));
    const ids = Array.from({ length: 20 }, (_, index) => index + 1);
    for (const id of ids) await one.enqueue(postgres.db, id);
    await eventually('all jobs done', async () => made.length >= ids.length);
    expect(made.sort((a, b) => a - b)).toEqual(ids);
  });

  it('a transaction that is rolled back leaves no job in the queue', async () => {
    const queue = await instance();
    const made: number[] = [];
    const rolledBack = postgres.db.transaction(async (tx) => {
      await queue.enqueue(tx, 1);
      throw new Error('never paid');
    });
    await expect(rolledBack).rejects.toThrow('never paid');
    await queue.enqueue(postgres.db, 2);
    await queue.work(async (id) => void made.push(id));
    await eventually('the job after it', async () => made.includes(2));
    expect(made).toEqual([2]);
  });

  it('a new instance is paid for as many orders at once as it has connections', async () => {
    const { db, pool, close } = openDatabase(postgres.url);
    const queue = await openQueue(pool);
    instances.push({ queue, close: () => queue.stop().finally(close) });
    const connections = pool.options.max ?? 0;
    const everything = Promise.withResolvers<void>();
    let open = 0;
    const orders = Array.from({ length: connections }, (_, index) =>
      db.transaction(async (tx) => {
        await tx.execute('select 1');
        if (++open === connections) everything.resolve();
        await everything.promise;
        await queue.enqueue(tx, index + 1);
      }),
    );
    await Promise.all(orders);
    const { rows } = await pool.query("select 1 from pgboss.job where name = 'produce'");
    expect(rows).toHaveLength(connections);
  });

  it('an episode has one job, however often it is enqueued', async () => {
    const queue = await instance();
    for (let i = 0; i < 5; i++) await queue.enqueue(postgres.db, 9);
    const { rows } = await postgres.pool.query("select 1 from pgboss.job where name = 'produce'");
    expect(rows).toHaveLength(1);
  });

  it('a restarted job is taken away from a worker that hangs', async () => {
    const queue = await instance();
    const made: number[] = [];
    const hanging = Promise.withResolvers<void>();
    await queue.work(async (id) => {
      made.push(id);
      if (made.length === 1) await hanging.promise;
    });
    await queue.enqueue(postgres.db, 5);
    await eventually('somebody hangs over it', async () => made.length === 1);
    await queue.restart(postgres.db, 5);
    await eventually('somebody else takes it', async () => made.length > 1);
    hanging.resolve();
    await queue.enqueue(postgres.db, 6);
    await eventually('the next job', async () => made.includes(6));
    expect(made).toEqual([5, 5, 6]);
  });

  it('an order does not wait behind demos', async () => {
    const queue = await instance();
    for (let id = 1; id <= 30; id++) await queue.enqueue(postgres.db, id, { after: 'orders' });
    await queue.enqueue(postgres.db, 99);
    const begun = await firstOnes(queue);
    expect(begun).toContain(99);
  });

  it('a preview waits for no episode', async () => {
    const queue = await instance();
    const begun: number[] = [];
    const held = Promise.withResolvers<void>();
    await queue.work(async (id) => {
      begun.push(id);
      await held.promise;
    });
    for (let id = 1; id <= 30; id++) await queue.enqueue(postgres.db, id);
    await eventually('it is full', async () => begun.length === EPISODES_AT_ONCE);
    await queue.enqueue(postgres.db, 99, { for: 'preview' });
    await eventually('the preview', async () => begun.includes(99));
    expect(begun).toHaveLength(EPISODES_AT_ONCE + 1);
    held.resolve();
  });

  it('a preview of which something is wanted is recovered among previews, and one at rest is left alone', async () => {
    const queue = await instance();
    const wanted = await aPreview(postgres.db);
    const atRest = await aPreview(postgres.db, {}, { stage: 'queued' });
    for (let twice = 0; twice < 2; twice++) await queue.recover();
    const { rows } = await postgres.pool.query(
      'select name, singleton_key as "key" from pgboss.job',
    );
    expect(rows).toEqual([{ name: 'preview', key: String(wanted.podcastId) }]);
    expect(await jobsOf(atRest.podcastId)).toEqual([]);
  });

  it('a worker that lost its job cannot settle it for its successor', async () => {
    const [paused, next] = [await instance(), await instance()];
    const [resumed, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const begun: number[] = [];
    await paused.work(async (podcastId) => {
      begun.push(podcastId);
      await resumed.promise;
    });
    const { id } = await aPodcast(postgres.db);
    await paused.enqueue(postgres.db, id);
    // Fills the instance, so that it has no room to carry on with the job itself.
    for (let other = 1; other < EPISODES_AT_ONCE; other++) {
      await paused.enqueue(postgres.db, id + other);
    }
    await eventually('it is full', async () => begun.length === EPISODES_AT_ONCE);
    await paused.recover();
    expect(await jobsOf(id)).toEqual(['active']);
    await eventually('it has lost its job', async () => {
      // As if its heartbeat had stopped long ago; repeated, since the worker renews it meanwhile.
      await postgres.pool.query(
        `update pgboss.job set heartbeat_on = now() - interval '1 hour' where singleton_key = $1`,
        [String(id)],
      );
      return (await jobsOf(id))[0] === 'failed';
    });
    await Promise.all([paused.recover(), next.recover()]);
    expect(await jobsOf(id)).toEqual(['failed', 'created']);
    const carriedOn: number[] = [];
    await next.work(async (podcastId) => {
      carriedOn.push(podcastId);
      await finished.promise;
    });
    await eventually('the next has it', async () => carriedOn.length === 1);
    resumed.resolve();
    // Waits until all its jobs are settled.
    await paused.stop();
    await next.recover();
    expect(await jobsOf(id)).toEqual(['failed', 'active']);
    finished.resolve();
    await eventually('it is made', async () => (await jobsOf(id))[1] === 'completed');
    expect(carriedOn).toEqual([id]);
  });

  it('a withheld episode gets no job until it is released', async () => {
    const queue = await instance();
    const { id } = await aPodcast(postgres.db);
    const hold = (withheld: boolean) =>
      postgres.db.update(podcasts).set({ withheld }).where(eq(podcasts.id, id));
    await hold(true);
    await queue.recover();
    expect(await jobsOf(id)).toEqual([]);
    await hold(false);
    await queue.recover();
    expect(await jobsOf(id)).toEqual(['created']);
  });

  it('an interrupted episode does not wait behind new orders', async () => {
    const queue = await instance();
    for (let id = 1001; id <= 1030; id++) await queue.enqueue(postgres.db, id);
    const interrupted = await aPodcast(postgres.db);
    await queue.recover();
    const begun = await firstOnes(queue);
    expect(begun).toContain(interrupted.id);
  });

  it('an instance that stops releases its job, and the next instance carries on', async () => {
    const leaving = await instance();
    const begun = Promise.withResolvers<void>();
    await leaving.work(async (_id, signal) => {
      begun.resolve();
      const aborted = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => aborted.reject(signal.reason));
      await aborted.promise;
    });
    const { id } = await aPodcast(postgres.db);
    await leaving.enqueue(postgres.db, id);
    await begun.promise;
    await leaving.stop();
    const made: number[] = [];
    const next = await instance();
    await next.work(async (podcastId) => void made.push(podcastId));
    await next.recover();
    await eventually('the episode carried on', async () => made.includes(id));
    expect(made).toEqual([id]);
  });
});
