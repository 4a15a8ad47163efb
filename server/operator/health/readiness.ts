import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { openPendingMigrations } from '../../base/db/migrate.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import type { Storage } from '../../base/files/storage.ts';
import type { Queue } from '../../production/run/episodeQueue.ts';
import type { Instance } from '../../supply/availability/instances.ts';
import { openQuestion, type Verdict } from '../../supply/availability/probes.ts';

const PARTS = ['database', 'migrations', 'storage', 'queue', 'production', 'writes'] as const;
type Part = (typeof PARTS)[number];

export const readiness = z.object({ ok: z.boolean(), parts: z.record(z.enum(PARTS), z.boolean()) });
type Readiness = z.infer<typeof readiness>;

/** Servers without these still serve pages. A bucket or a full database fails for all alike. */
const excludable = z.enum(['storage', 'production', 'writes']);

/** `?exclude=storage&exclude=writes` is for proxies, named as in Kubernetes' own `/readyz`. */
export const readinessRequest = z.object({
  exclude: z.union([excludable, z.array(excludable)]).optional(),
});
type ReadinessRequest = z.infer<typeof readinessRequest>;

/** Never rejects. */
export type Ready = (asked: ReadinessRequest) => Promise<Readiness>;

/** How long a result is cached, ms. */
const FRESH = 1_000;

/** No object has this key; reading it shows that the bucket answers. */
const NO_KEY = 'readiness';

export function openReadiness(tools: {
  db: Db;
  storage: Pick<Storage, 'get'>;
  queue: Pick<Queue, 'check'>;
  worker: { readonly isFit: boolean };
  instance: Pick<Instance, 'beat'>;
  /** How long the bucket's result is cached, ms. */
  probeStorageEvery: number;
}): Ready {
  const { db, storage, queue, worker, instance, probeStorageEvery } = tools;
  const ask = (part: Part, check: () => Promise<unknown>, freshFor = FRESH) =>
    openQuestion(part, 'reach', check, { freshFor });
  const questions: Record<Part, () => Promise<Verdict>> = {
    database: ask('database', () => db.execute(sql`select 1`)),
    migrations: ask('migrations', openPendingMigrations(db)),
    storage: ask('storage', () => storage.get(NO_KEY), probeStorageEvery),
    queue: ask('queue', () => queue.check()),
    production: async () => (worker.isFit ? 'served' : 'unknown'),
    writes: ask('writes', () => instance.beat()),
  };
  return async ({ exclude = [] }) => {
    const excluded: Part[] = [exclude].flat();
    const found = await Promise.all(
      PARTS.map(async (part) => [part, (await questions[part]()) === 'served'] as const),
    );
    return {
      ok: found.every(([part, ok]) => ok || excluded.includes(part)),
      parts: readiness.shape.parts.parse(Object.fromEntries(found)),
    };
  };
}
