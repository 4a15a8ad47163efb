import { and, eq, sql } from 'drizzle-orm';
import type { Order } from '#shared/order.ts';
import { Problem } from '#shared/problem.ts';
import type { Db, DbOrTx } from '../base/db/openDatabase.ts';
import { orders, podcasts, sources } from '../base/db/tables.ts';
import type { Minutes } from '../episodes/validation/minutes.ts';
import type { Hosts } from '../episodes/validation/request.ts';
import type { Outbox } from '../mail/outbox/outbox.ts';
import type { Queue } from '../production/run/episodeQueue.ts';
import type { OperatorAlerts } from '../supply/availability/operatorAlerts.ts';
import type { PausedTools } from '../supply/availability/paused.ts';
import type { Models } from '../supply/scriptModels/scriptModels.ts';
import type { Moderator } from '../writing/script/scriptWriter.ts';
import type { Charge, Payments, Transaction } from './paddle/payments.ts';

export interface OrderTools extends PausedTools, Hosts {
  db: Db;
  payments: Payments;
  /** Null where episodes are sold. */
  minutes: Pick<Minutes, 'check' | 'claim'> | null;
  moderator: Moderator;
  models: Pick<Models, 'current'>;
  alerts: Pick<OperatorAlerts, 'keyEnds'>;
  queue: Pick<Queue, 'enqueue'>;
  outbox: Pick<Outbox, 'post' | 'readdress'>;
  publicUrl: string;
  supportEmail: string;
}

/** Only the id is trusted; the rest is read from the database. */
export interface Buyer {
  id: number;
}

export type OrderRow = typeof orders.$inferSelect;

export interface OrderWithEpisode {
  order: OrderRow;
  /** Its 60 minutes are over, by the database's clock. */
  isOverdue: boolean;
  sources: Order['sources'];
  podcast: Pick<typeof podcasts.$inferSelect, 'publicId' | 'status' | 'stage'> | null;
}

/** An expired order may still be paid. */
export const isUnpaid = ({ status }: OrderRow): boolean =>
  status === 'open' || status === 'expired';

export const isPaid = ({ status }: Transaction): boolean =>
  status === 'paid' || status === 'completed';

/** The price of the first item, cents. */
export const priceIn = ({ items }: Transaction): number => items[0]?.unitPrice ?? 0;

/** `total` is the order's own total or its list price, cents. */
export const chargeOf = ({ publicId, duration }: OrderRow, total: number): Charge => ({
  orderId: publicId,
  description: `AI podcast, ${duration} min`,
  total,
});

export const isOverdue = sql<boolean>`${orders.expiresAt} <= now()`;

/** The order's sources, in the buyer's order. Only for a query that joins `orders` to a table. */
export const attachedSources = sql<Order['sources']>`(
  select coalesce(
    json_agg(
      json_build_object('id', ${sources.id}, 'kind', ${sources.kind}, 'title', ${sources.title})
      order by array_position(${orders.sources}, ${sources.id})
    ),
    '[]'
  )
  from ${sources}
  where ${sources.id} = any (${orders.sources}) and ${sources.userId} = ${orders.userId}
)`;

export const withEpisode = (db: DbOrTx) =>
  db
    .select({
      order: orders,
      isOverdue,
      sources: attachedSources,
      podcast: { publicId: podcasts.publicId, status: podcasts.status, stage: podcasts.stage },
    })
    .from(orders)
    .leftJoin(podcasts, eq(podcasts.id, orders.podcastId));

/** Throws `Problem('not_found')` for another buyer's order. */
export async function findOwn(
  db: DbOrTx,
  buyer: Buyer,
  publicId: string,
): Promise<OrderWithEpisode> {
  const [found] = await withEpisode(db).where(
    and(eq(orders.publicId, publicId), eq(orders.userId, buyer.id)),
  );
  if (!found) throw new Problem('not_found', 'There is no such order');
  return found;
}

export async function findByKey(
  db: DbOrTx,
  buyer: Buyer,
  idempotencyKey: string,
): Promise<OrderWithEpisode | null> {
  const [found] = await withEpisode(db).where(
    and(eq(orders.userId, buyer.id), eq(orders.idempotencyKey, idempotencyKey)),
  );
  return found ?? null;
}
