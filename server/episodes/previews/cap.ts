import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import type { ModelSet } from '#shared/models.ts';
import { Problem } from '#shared/problem.ts';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import { expenses, podcasts, previews } from '../../base/db/tables.ts';
import { estimatePreview } from '../../supply/costs/estimate.ts';
import type { PriceList } from '../../supply/costs/priceList.ts';
import { today, total } from '../../supply/costs/totals.ts';

export interface PendingWork {
  /** Minutes whose chapters are to be planned. */
  lengths: number[];
  isTextDone: boolean;
  wantsSound: boolean;
}

type Asked = Pick<typeof previews.$inferSelect, 'lengths' | 'plans' | 'soundAskedAt' | 'seconds'> &
  Pick<typeof podcasts.$inferSelect, 'summary'>;

export function pendingWorkOf({
  lengths,
  plans,
  soundAskedAt,
  seconds,
  summary,
}: Asked): PendingWork {
  return {
    lengths: lengths.filter((minutes) => !plans[minutes]),
    isTextDone: summary !== null,
    wantsSound: soundAskedAt !== null && seconds === null,
  };
}

export const isOpen = ({ lengths, isTextDone, wantsSound }: PendingWork): boolean =>
  lengths.length > 0 || !isTextDone || wantsSound;

export interface CapTools {
  prices: PriceList;
  /** US dollars a day; at most half of `spendingCap` counts. */
  previewCap: number;
  spendingCap: number | null;
}

/** Keeps others from counting until the transaction ends. Call it before `checkCap`. */
export async function lockCap(tx: DbOrTx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('previews', 0))`);
}

/** Throws `Problem('unavailable')` unless the cap leaves room for what is in work and `more`. */
export async function checkCap(
  { prices, previewCap, spendingCap }: CapTools,
  tx: DbOrTx,
  more: PendingWork,
  models: ModelSet,
): Promise<void> {
  // Half, so that previews keep nobody from ordering.
  const dollars = spendingCap === null ? previewCap : Math.min(previewCap, spendingCap / 2);
  const inWork = await findWorkInProgress(tx);
  const wanted = [...inWork, { pending: more, models }].reduce(
    (sum, { pending, models }) => sum + estimatePreview(pending, models, prices),
    0,
  );
  if ((await spentToday(tx)) + wanted <= Math.round(dollars * 1_000_000)) return;
  throw new Problem('unavailable', 'There are no more previews today. You can order without one.');
}

/** Micro-dollars since midnight UTC. */
async function spentToday(tx: DbOrTx): Promise<number> {
  const theirs = tx
    .select({ id: previews.podcastId })
    .from(previews)
    .where(isNotNull(previews.podcastId));
  const [row] = await tx
    .select({ sum: total(expenses.microdollars) })
    .from(expenses)
    .where(and(today, inArray(expenses.podcastId, theirs)));
  return row?.sum ?? 0;
}

async function findWorkInProgress(tx: DbOrTx) {
  const rows = await tx
    .select({ preview: previews, summary: podcasts.summary, models: podcasts.models })
    .from(previews)
    .innerJoin(podcasts, eq(podcasts.id, previews.podcastId))
    .where(and(eq(podcasts.status, 'preview'), ne(podcasts.stage, 'queued')));
  return rows.flatMap(({ preview, summary, models }) =>
    models ? [{ pending: pendingWorkOf({ ...preview, summary }), models }] : [],
  );
}
