import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { PaymentEventSummary } from '#shared/admin.ts';
import { Problem } from '#shared/problem.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { paymentEvents } from '../../base/db/tables.ts';
import { anyHolds, iso, pageOf } from './paging.ts';

/** An adjustment names its transaction; a transaction is its own. */
const transactionId = sql<string | null>`coalesce(
  ${paymentEvents.payload} #>> '{data,transaction_id}',
  case when ${paymentEvents.type} like 'transaction.%' then ${paymentEvents.payload} #>> '{data,id}' end)`;

/** Leaves out the payload, which contains people's names and is read on request only. */
const summary = {
  id: paymentEvents.eventId,
  type: paymentEvents.type,
  transactionId,
  occurredAt: paymentEvents.occurredAt,
  receivedAt: paymentEvents.receivedAt,
  handledAt: paymentEvents.handledAt,
  outcome: paymentEvents.outcome,
};

/** Newest arrival first. `cursor` is the id of the last event on the previous page. */
export async function listEvents(
  db: Db,
  { q, type, cursor, limit }: { q: string; type: string; cursor: string | null; limit: number },
) {
  const rows = await eventsWhere(
    db,
    and(
      anyHolds(q, paymentEvents.eventId, transactionId),
      anyHolds(type, paymentEvents.type),
      cursor === null
        ? undefined
        : sql`(${paymentEvents.receivedAt}, ${paymentEvents.eventId}) <
              (select received_at, event_id from payment_events where event_id = ${cursor})`,
    ),
    limit + 1,
  );
  const { page, nextCursor } = pageOf(rows, limit, ({ id }) => id);
  return { paymentEvents: page.map(present), nextCursor };
}

export async function eventsOf(db: DbOrTx, transaction: string): Promise<PaymentEventSummary[]> {
  const rows = await eventsWhere(db, sql`${transactionId} = ${transaction}`, 100);
  return rows.map(present);
}

/** Throws `Problem('not_found')`. */
export async function findEvent(db: Db, id: string) {
  const [row] = await db
    .select({ ...summary, payload: paymentEvents.payload })
    .from(paymentEvents)
    .where(eq(paymentEvents.eventId, id));
  if (!row) throw new Problem('not_found', 'There is no such payment event');
  const { payload, ...event } = row;
  return { paymentEvent: { ...present(event), payload } };
}

function eventsWhere(db: DbOrTx, where: SQL | undefined, limit: number) {
  return db
    .select(summary)
    .from(paymentEvents)
    .where(where)
    .orderBy(desc(paymentEvents.receivedAt), desc(paymentEvents.eventId))
    .limit(limit);
}

type Found = Awaited<ReturnType<typeof eventsWhere>>[number];

function present({ occurredAt, receivedAt, handledAt, ...event }: Found): PaymentEventSummary {
  return {
    ...event,
    occurredAt: occurredAt.toISOString(),
    receivedAt: receivedAt.toISOString(),
    handledAt: iso(handledAt),
  };
}
