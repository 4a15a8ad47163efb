import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { emails } from '../db/tables.ts';

export type OutboxRow = typeof emails.$inferSelect;

/** Who sends which letter: one at a time, across all instances, by the database's clock. */
export interface EmailLeases {
  /** Takes one due letter; null when none is. Those that were tried least come first. */
  acquire(): Promise<OutboxRow | null>;
  /** Keeps the claim while `send` goes on; its signal tells when the claim may be another's. */
  hold(message: OutboxRow, send: (lost: AbortSignal) => Promise<void>): Promise<void>;
  /** It is due again, at once or after a while; nothing when the claim is another's by now. */
  giveBack(
    message: OutboxRow,
    wait?: { refusals: number; seconds: number } | undefined,
  ): Promise<void>;
  /** Whether any letter has left within the last so many seconds. */
  hasSentWithin(seconds: number): Promise<boolean>;
  /** It is there. Waits for a database that is away for a moment: else it would be sent again. */
  markSent(message: OutboxRow): Promise<void>;
}

/** `lease` is how long a claim lasts unless it is renewed, ms. */
export function openEmailLeases(db: Db, lease: number): EmailLeases {
  const after = (ms: number) => sql`now() + make_interval(secs => ${ms / 1000})`;
  const mine = ({ id, attempts }: OutboxRow) =>
    and(
      eq(emails.id, id),
      eq(emails.attempts, attempts),
      isNull(emails.sentAt),
      isNull(emails.bounce),
    );

  async function renew(message: OutboxRow): Promise<boolean> {
    const { rowCount } = await db
      .update(emails)
      .set({ nextAttemptAt: after(lease) })
      .where(mine(message));
    return rowCount === 1;
  }

  return {
    async acquire() {
      // Fewest tries first: a letter that makes the server fail does not keep others from it.
      const [message] = await db
        .update(emails)
        .set({ attempts: sql`${emails.attempts} + 1`, nextAttemptAt: after(lease) })
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

    async hold(message, send) {
      const lost = new AbortController();
      const lose = () => lost.abort();
      // A database that cannot be asked is no reason yet: the claim holds for a while.
      const lapse = setTimeout(lose, lease * 0.75);
      const renewal = setInterval(() => {
        renew(message).then(
          (isMine) => (isMine ? lapse.refresh() : lose()),
          () => {},
        );
      }, lease / 4);
      try {
        await send(lost.signal);
      } finally {
        clearTimeout(lapse);
        clearInterval(renewal);
      }
    },

    async giveBack(message, wait) {
      await db
        .update(emails)
        .set({
          nextAttemptAt: after((wait?.seconds ?? 0) * 1000),
          ...(wait && { refusals: wait.refusals }),
        })
        .where(mine(message));
    },

    async hasSentWithin(seconds) {
      return (await db.$count(emails, gt(emails.sentAt, after(-seconds * 1000)))) > 0;
    },

    async markSent({ id }) {
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
