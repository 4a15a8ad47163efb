import { count, eq, notInArray } from 'drizzle-orm';
import { Gauge, Registry } from 'prom-client';
import type { Db } from '../../base/db/openDatabase.ts';
import { orders, podcasts } from '../../base/db/tables.ts';
import { log } from '../../base/kit/log.ts';
import type { Queue } from '../../production/run/episodeQueue.ts';
import { WATCHED } from '../../supply/availability/probes.ts';
import type { SalesGate } from '../../supply/availability/salesGate.ts';
import { spentTodayAt, total } from '../../supply/costs/totals.ts';

export interface Books {
  db: Db;
  queue: Pick<Queue, 'longestWait'>;
  /** The providers in use that may cost something. */
  sellers: readonly string[];
  salesGate: Pick<SalesGate, 'pausedReason' | 'outages' | 'producers'>;
}

/** A figure that cannot be read is left out: an old value or zero would be wrong. */
export async function readBusiness({ db, queue, sellers, salesGate }: Books): Promise<Registry> {
  const registry = new Registry();
  function gauge(name: string, help: string, values: [number, Record<string, string>?][]) {
    const labelNames = Object.keys(values[0]?.[1] ?? {});
    const made = new Gauge({ name: `duologue_${name}`, help, labelNames, registers: [registry] });
    for (const [value, labels = {}] of values) made.set(labels, value);
  }

  const reads = {
    async episodes() {
      const rows = await db
        .select({ status: podcasts.status, stage: podcasts.stage, count: count() })
        .from(podcasts)
        .where(notInArray(podcasts.status, ['deleted', 'preview']))
        .groupBy(podcasts.status, podcasts.stage);
      const values = rows.map(({ count, ...labels }): [number, typeof labels] => [count, labels]);
      gauge('episodes', 'Episodes by status', values);
    },
    async queue() {
      const seconds = await queue.longestWait();
      gauge('queue_oldest_waiting_seconds', 'Age of the job that has waited longest', [[seconds]]);
    },
    async spending() {
      const rows = await spentTodayAt(db, sellers);
      gauge(
        'spend_today_dollars',
        'Spent at a provider since midnight UTC',
        rows.map(({ provider, spent }) => [spent / 1_000_000, { provider }]),
      );
    },
    async refunds() {
      const [row] = await db
        .select({ orders: count(), cents: total(orders.total) })
        .from(orders)
        .where(eq(orders.status, 'refunded'));
      gauge('refunds', 'Orders whose money went back', [[row?.orders ?? 0]]);
      gauge('refunded_cents', 'What went back with them', [[row?.cents ?? 0]]);
    },
    async salesGate() {
      const isOpen = (await salesGate.pausedReason()) === null;
      gauge('sales_open', '1 while episodes can be ordered, else 0', [[isOpen ? 1 : 0]]);
    },
    async outages() {
      const away = new Map(
        (await salesGate.outages()).map(({ provider, since }) => [provider, since]),
      );
      gauge(
        'provider_outage_seconds',
        'For how long a provider has been away or has refused us; 0 while it serves us',
        WATCHED.map((provider) => {
          const since = away.get(provider)?.getTime();
          return [since ? Math.max(1, (Date.now() - since) / 1000) : 0, { provider }];
        }),
      );
    },
    async producers() {
      const { able } = await salesGate.producers();
      gauge('producers', 'Instances that can make episodes', [[able]]);
    },
  };
  await Promise.all(
    Object.entries(reads).map(([figure, read]) =>
      read().catch((error) => log.warn({ err: error, figure }, 'could not read a metric')),
    ),
  );
  return registry;
}
