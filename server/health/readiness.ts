import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../db/open.ts';
import { openPending } from '../db/pending.ts';
import type { Queue } from '../production/queue.ts';
import type { Storage } from '../storage/storage.ts';
import { watched } from './watched.ts';

/** What this server cannot work without. */
const PARTS = ['database', 'migrations', 'storage', 'queue'] as const;
type Part = (typeof PARTS)[number];

export const readiness = z.object({ ok: z.boolean(), parts: z.record(z.enum(PARTS), z.boolean()) });
type Readiness = z.infer<typeof readiness>;

/**
 * `?exclude=storage` is for a proxy: a bucket that is away is away for every instance, and all but
 * players go on without it. The name is that of Kubernetes' own `/readyz`.
 */
export const readinessRequest = z.object({ exclude: z.literal('storage').optional() });
type ReadinessRequest = z.infer<typeof readinessRequest>;

/** Whether this server can serve, and if not, for want of what. Never rejects. */
export type Ready = (asked: ReadinessRequest) => Promise<Readiness>;

/** How long an answer is good for, ms. */
const FRESH = 1_000;

/** Nothing is stored there; a bucket that serves us says so. */
const NO_KEY = 'readiness';

export function openReadiness(tools: {
  db: Db;
  storage: Pick<Storage, 'get'>;
  queue: Pick<Queue, 'check'>;
  /** How long an answer of the bucket is good for, ms. */
  probeStorageEvery: number;
}): Ready {
  const { db, storage, queue, probeStorageEvery } = tools;
  const looks: Record<Part, () => Promise<boolean>> = {
    database: watched('database', () => db.execute(sql`select 1`), FRESH),
    migrations: watched('migrations', openPending(db), FRESH),
    storage: watched('storage', () => storage.get(NO_KEY), probeStorageEvery),
    queue: watched('queue', () => queue.check(), FRESH),
  };
  return async ({ exclude }) => {
    const [database, migrations, stored, queued] = await Promise.all([
      looks.database(),
      looks.migrations(),
      looks.storage(),
      looks.queue(),
    ]);
    const parts = { database, migrations, storage: stored, queue: queued };
    return { ok: PARTS.every((part) => parts[part] || part === exclude), parts };
  };
}
