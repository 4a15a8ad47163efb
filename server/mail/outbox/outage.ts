import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { circuitBreakers as circuits, emails } from '../../base/db/tables.ts';
import { log } from '../../base/kit/log.ts';
import type { ProviderFailure } from '../../base/kit/provider.ts';
import { Refusal } from '../email/email.ts';

/** Its row among the circuit breakers. A mail outage stops no sales. */
const MAIL = 'SMTP';
/** Seconds of failures before it counts as an outage; a refusal counts at once. */
const PATIENCE = 60;

/** Shared by all instances. `notify` runs once per outage, when the server refuses us. */
export function openMailOutage(
  db: Db,
  notify: (tx: DbOrTx, message: string, day: string) => Promise<void>,
) {
  async function open(tx: DbOrTx, { message }: ProviderFailure): Promise<void> {
    const isLong = sql`${circuits.failingSince} < now() - make_interval(secs => ${PATIENCE})`;
    const [opened] = await tx
      .update(circuits)
      .set({ state: 'open', openedAt: sql`now()` })
      .where(
        and(
          eq(circuits.provider, MAIL),
          eq(circuits.state, 'closed'),
          sql`(${circuits.reason} = 'refused' or ${isLong})`,
        ),
      )
      .returning();
    if (!opened) return;
    log.error({ reason: opened.reason, message }, 'no email is sent until mail works again');
    const day = (opened.openedAt ?? new Date()).toISOString().slice(0, 10);
    if (opened.reason === 'refused') await notify(tx, message, day);
  }

  return {
    /** For failures that are not the recipient's. */
    async note(failure: ProviderFailure, emailId: number): Promise<void> {
      const reason = failure.trouble === 'refused' ? 'refused' : 'away';
      const refused = failure instanceof Refusal ? [String(emailId)] : [];
      const { message } = failure;
      await db.transaction(async (tx) => {
        await tx
          .insert(circuits)
          .values({ provider: MAIL, reason, message, failingSubjects: refused })
          .onConflictDoUpdate({
            target: circuits.provider,
            set: {
              reason,
              message,
              failedAt: sql`now()`,
              failingSubjects: sql`case when ${circuits.failingSubjects} @> excluded.failing_subjects then ${circuits.failingSubjects}
                else ${circuits.failingSubjects} || excluded.failing_subjects end`,
            },
          });
        await open(tx, failure);
      });
    },

    /** Whether the server has refused this email since it began to fail. */
    async knows(emailId: number): Promise<boolean> {
      const known = sql`${circuits.failingSubjects} @> array[${String(emailId)}]`;
      return (await db.$count(circuits, and(eq(circuits.provider, MAIL), known))) > 0;
    },

    /** Call it when mail works. Ends the outage, unless a refused email still waits. */
    async served(): Promise<void> {
      const [ended] = await db
        .delete(circuits)
        .where(
          and(
            eq(circuits.provider, MAIL),
            sql`not exists (select from ${emails} where ${isWaiting} and ${emails.id}::text = any(${circuits.failingSubjects}))`,
          ),
        )
        .returning();
      if (ended?.state === 'open') log.warn('mail works again');
    },
  };
}

const isWaiting = and(isNull(emails.sentAt), isNull(emails.bounce));

/** Since when emails wait because mail fails, and the server's message; null while none waits. */
export async function mailOutage(db: Db) {
  const { provider, reason, message } = circuits;
  const [outage] = await db
    .select({
      provider,
      reason,
      message,
      since: sql<Date>`coalesce(${circuits.openedAt}, now())`.mapWith(circuits.openedAt),
    })
    .from(circuits)
    .where(
      and(
        eq(provider, MAIL),
        eq(circuits.state, 'open'),
        sql`exists (select from ${emails} where ${isWaiting} and ${emails.attempts} > 0)`,
      ),
    );
  return outage ?? null;
}
