import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { afterNow, holdLease } from '../../base/db/leases.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { emails } from '../../base/db/tables.ts';

export type OutboxRow = typeof emails.$inferSelect;

/** A refused or deferred email waits for 10 s, doubled each time, up to an hour; ms. */
const waitAfter = (refusals: number) => Math.min(3_600_000, 5_000 * 2 ** refusals);

/** One instance sends an email at a time, by the database's clock. `lease` is in ms. */
export function openEmailLeases(db: Db, lease: number) {
  const isOurs = ({ id, attempts }: OutboxRow) =>
    and(
      eq(emails.id, id),
      eq(emails.attempts, attempts),
      isNull(emails.sentAt),
      isNull(emails.bounce),
    );

  return {
    async acquire(): Promise<OutboxRow | null> {
      // Fewest attempts first: an email that makes the server fail does not hold up the others.
      const [message] = await db
        .update(emails)
        .set({ attempts: sql`${emails.attempts} + 1`, nextAttemptAt: afterNow(lease) })
        .where(
          eq(
            emails.id,
            sql`(select id from emails
                 where sent_at is null and bounce is null and next_attempt_at <= now()
                 order by attempts, next_attempt_at limit 1 for update skip locked)`,
          ),
        )
        .returning();
      return message ?? null;
    },

    /** The signal aborts when the lease may be another instance's. */
    hold(message: OutboxRow, send: (lost: AbortSignal) => Promise<void>) {
      const renew = async () => {
        const nextAttemptAt = afterNow(lease);
        const renewed = await db.update(emails).set({ nextAttemptAt }).where(isOurs(message));
        return renewed.rowCount === 1;
      };
      return holdLease(lease, renew, send);
    },

    /**
     * Makes it due again: at once, or as long after as so many refusals make it wait. Does nothing
     * when the lease is another instance's by now.
     */
    async giveBack(message: OutboxRow, refusals?: number): Promise<void> {
      const wait = refusals ? waitAfter(refusals) : 0;
      await db
        .update(emails)
        .set({ nextAttemptAt: afterNow(wait), ...(refusals && { refusals }) })
        .where(isOurs(message));
    },

    /** Whether any email was sent in the time for which so many refusals make one wait. */
    async hasSentAfter(refusals: number): Promise<boolean> {
      return (await db.$count(emails, gt(emails.sentAt, afterNow(-waitAfter(refusals))))) > 0;
    },

    /** Retries while the database is away for a moment: otherwise the email would be sent again. */
    async markSent({ id }: OutboxRow): Promise<void> {
      const end = performance.now() + lease * 0.75;
      for (;;) {
        try {
          await db
            .update(emails)
            .set({ sentAt: sql`now()`, content: null })
            .where(eq(emails.id, id));
          return;
        } catch (error) {
          if (performance.now() > end) throw error;
          await sleep(lease / 60);
        }
      }
    },
  };
}
