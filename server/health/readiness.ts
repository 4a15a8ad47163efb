import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Instance } from '../availability/instances.ts';
import type { Db } from '../db/open.ts';
import { openPendingMigrations } from '../db/pendingMigrations.ts';
import type { Queue } from '../production/queue.ts';
import type { Storage } from '../storage/storage.ts';
import { watched } from './watched.ts';

/** What this server cannot work without. */
const PARTS = ['database', 'migrations', 'storage', 'queue', 'production', 'writes'] as const;
type Part = (typeof PARTS)[number];

export const readiness = z.object({ ok: z.boolean(), parts: z.record(z.enum(PARTS), z.boolean()) });
type Readiness = z.infer<typeof readiness>;

/**
 * What a server can be without and still show its pages: a bucket or a full database is away for
 * every instance, and one that makes no episodes serves visitors all the same.
 */
const excludable = z.enum(['storage', 'production', 'writes']);

/** `?exclude=storage&exclude=writes` is for a proxy. The name is that of Kubernetes' own `/readyz`. */
export const readinessRequest = z.object({
  exclude: z.union([excludable, z.array(excludable)]).optional(),
});
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
  /** Whether this instance can make episodes, as its last check found. */
  worker: { readonly isFit: boolean };
  instance: Pick<Instance, 'beat'>;
  /** How long an answer of the bucket is good for, ms. */
  probeStorageEvery: number;
}): Ready {
  const { db, storage, queue, worker, instance, probeStorageEvery } = tools;
  const checks: Record<Part, () => Promise<boolean>> = {
    database: watched('database', () => db.execute(sql`select 1`), FRESH),
    migrations: watched('migrations', openPendingMigrations(db), FRESH),
    storage: watched('storage', () => storage.get(NO_KEY), probeStorageEvery),
    queue: watched('queue', () => queue.check(), FRESH),
    production: async () => worker.isFit,
    writes: watched('writes', () => instance.beat(), FRESH),
  };
  return async ({ exclude = [] }) => {
    const found = PARTS.map(async (part) => [part, await checks[part]()] as const);
    const parts = Object.fromEntries(await Promise.all(found)) as Record<Part, boolean>;
    return {
      ok: PARTS.every((part) => parts[part] || [exclude].flat().includes(part as never)),
      parts,
    };
  };
}
