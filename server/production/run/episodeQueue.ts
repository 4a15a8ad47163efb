import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { fromDrizzle, PgBoss, type SendOptions } from 'pg-boss';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import { log } from '../../base/kit/log.ts';

const QUEUE = 'produce';
/** Previews have a queue of their own, because a visitor waits for each. */
const PREVIEWS = 'preview';
const QUEUES = [QUEUE, PREVIEWS];

/** Episodes that one process works on at once; speech has its own limit. */
export const EPISODES_AT_ONCE = 8;
const PREVIEWS_AT_ONCE = 4;

/** pg-boss takes the highest priority first; an order's is 0. */
const AFTER_ORDERS = -1;
const RECOVERED = 1;

/** Withheld episodes have no job until their payment is restored. */
const LOST = `select id, is_sample as "isSample", status = 'preview' as "isPreview" from podcasts
  where (status = 'processing' or (status = 'preview' and stage <> 'queued')) and not withheld and not exists (
    select 1 from pgboss.job
    where name = any($1) and singleton_key = podcasts.id::text
      and state <= 'active' and policy = 'exclusive')`;

export type Queue = Awaited<ReturnType<typeof openQueue>>;

/**
 * Any instance may take the next job. A worker that misses its heartbeat for 10 s (pg-boss's
 * minimum) loses its own, and `recover` gives the episode to another one.
 */
export async function openQueue(pool: Pool) {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    createSchema: false,
    migrate: false,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
  });
  boss.on('error', (error) => log.error({ err: error }, 'the job queue failed'));
  await boss.start();
  for (const name of QUEUES) {
    // One job per episode at any time, keyed by the episode.
    await boss.createQueue(name, { policy: 'exclusive' });
    // Also for a queue that an older version has created.
    await boss.updateQueue(name, {
      heartbeatSeconds: 10,
      // Never retried: a worker that was only late settles by the job's id, and would settle a job
      // that belongs to another by then. `recover` adds a new job instead.
      retryLimit: 0,
      expireInSeconds: 12 * 60 * 60,
    });
    // pg-boss looks the queue up on the first call that needs it, through the pool. In an order's
    // transaction that would wait for a connection while others, holding the rest, wait for the
    // order.
    await boss.findJobs(name, { key: '' });
  }

  const add = (queue: string, podcastId: number, priority: number, more: SendOptions = {}) =>
    boss.send(queue, { podcastId }, { singletonKey: String(podcastId), priority, ...more });

  async function enqueue(
    tx: DbOrTx,
    podcastId: number,
    how: { after?: 'orders'; for?: 'preview' } = {},
  ) {
    const level = how.after === 'orders' ? AFTER_ORDERS : 0;
    const queue = how.for === 'preview' ? PREVIEWS : QUEUE;
    await add(queue, podcastId, level, { db: fromDrizzle(tx, sql) });
  }

  return {
    /** In the caller's transaction: no paid order without a job, no job without payment. */
    enqueue,
    /** Safe to call from any instance at any time. Recovered orders go first, demos last. */
    async recover(): Promise<void> {
      const { rows } = await pool.query(LOST, [QUEUES]);
      for (const { id, isSample, isPreview } of rows) {
        const queue = isPreview ? PREVIEWS : QUEUE;
        // Null if another instance was first.
        const job = await add(queue, id, isSample ? AFTER_ORDERS : RECOVERED);
        if (job) log.warn({ podcast: id }, 'recovered an episode without a job');
      }
    },
    /** Cancels a job that is being worked on; a waiting one keeps its position. */
    async restart(tx: DbOrTx, podcastId: number): Promise<void> {
      const db = fromDrizzle(tx, sql);
      const jobs = await boss.findJobs(QUEUE, { key: String(podcastId), db });
      const held = jobs.filter(({ state }) => state === 'active').map(({ id }) => id);
      if (held.length) await boss.cancel(QUEUE, held, { db });
      await enqueue(tx, podcastId);
    },
    /** The signal aborts when this instance must hand its job back. */
    async work(produce: (podcastId: number, signal: AbortSignal) => Promise<void>): Promise<void> {
      for (const [name, localConcurrency] of [
        [QUEUE, EPISODES_AT_ONCE],
        [PREVIEWS, PREVIEWS_AT_ONCE],
      ] as const) {
        const options = { heartbeatRefreshSeconds: 2, pollingIntervalSeconds: 0.5 };
        await boss.work<{ podcastId: number }>(
          name,
          { ...options, localConcurrency },
          async ([job]) => {
            if (job) await produce(job.data.podcastId, job.signal);
          },
        );
      }
    },
    /** Takes no more jobs until `work` is called again; running ones continue. */
    async pause(): Promise<void> {
      for (const name of QUEUES) await boss.offWork(name, { wait: false });
    },
    /** Age of the oldest waiting job, seconds; 0 when none waits. */
    async longestWait(): Promise<number> {
      const { rows } = await pool.query<{ seconds: number }>(
        `select coalesce(extract(epoch from now() - min(created_on)), 0)::float8 as seconds
         from pgboss.job where name = any($1) and state < 'active'`,
        [QUEUES],
      );
      return rows[0]?.seconds ?? 0;
    },
    /** Throws when a queue is missing or cannot be read. */
    async check(): Promise<void> {
      for (const name of QUEUES) {
        if (!(await boss.getQueue(name))) throw new Error(`the job queue ${name} does not exist`);
      }
    },
    /** Stops taking jobs, and hands back running ones within a few seconds. */
    async stop(): Promise<void> {
      await boss.stop({ graceful: true, timeout: 3000, close: false });
    },
  };
}
