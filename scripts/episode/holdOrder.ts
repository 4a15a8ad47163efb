import { setTimeout as pause } from 'node:timers/promises';
import { Ending } from './ending.ts';
import { orderName } from './findOrder.ts';
import type { Production } from './openProduction.ts';
import type { EpisodeOptions } from './readArguments.ts';

/** A command that was killed a moment ago may seem to run for this long, ms. */
const PATIENCE = 5_000;
const POLL_EVERY = 250;

/** The lock is that of a PostgreSQL connection: it ends with this process, however that ends. */
export async function holdOrder<T>(
  { pool }: Pick<Production, 'pool'>,
  options: Pick<EpisodeOptions, 'hash'>,
  work: () => Promise<T>,
): Promise<T> {
  const connection = await pool.connect();
  const name = orderName(options);
  const isOurs = async () => {
    const text = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as held';
    return (await connection.query<{ held: boolean }>(text, [name])).rows[0]?.held === true;
  };
  try {
    const until = performance.now() + PATIENCE;
    while (!(await isOurs())) {
      if (performance.now() > until) {
        throw new Ending(
          'later',
          'Another command is making this very episode: wait for it, or start another with --new.',
        );
      }
      await pause(POLL_EVERY);
    }
    return await work();
  } finally {
    // Closed, not handed back, which frees the lock.
    connection.release(true);
  }
}
