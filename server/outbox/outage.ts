import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db, DbOrTx } from '../db/open.ts';
import { circuitBreakers as circuits, emails } from '../db/tables.ts';
import { Refusal } from '../email/email.ts';
import { log } from '../log.ts';
import type { ProviderFailure } from '../provider.ts';

/** Its row beside the providers' circuits; mail alone keeps nothing from being sold. */
const MAIL = 'SMTP';
/** How long a server may fail before that is worth a person's while, seconds; a refusal is at once. */
const PATIENCE = 60;

/** What is known against the mail server, for all instances and for the next start. */
export interface MailOutage {
  /** A letter stays here, and not for its recipient's sake. */
  note(failure: ProviderFailure, emailId: number): Promise<void>;
  /** Whether the server has refused this letter before. */
  knows(emailId: number): Promise<boolean>;
  /** A letter is through. Ends the outage, unless a letter that was refused still waits. */
  served(): Promise<void>;
}

/** `tell` writes to the operator, once an outage, when the server refuses us. */
export function openMailOutage(
  db: Db,
  notify: (tx: DbOrTx, message: string, day: string) => Promise<void>,
): MailOutage {
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
    log.error({ reason: opened.reason, message }, 'no letter leaves until mail works again');
    const day = (opened.openedAt ?? new Date()).toISOString().slice(0, 10);
    if (opened.reason === 'refused') await notify(tx, message, day);
  }

  return {
    async note(failure, emailId) {
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
              // Letters here, where the circuits of others have episodes.
              failingSubjects: sql`case when ${circuits.failingSubjects} @> excluded.failing_subjects then ${circuits.failingSubjects}
                else ${circuits.failingSubjects} || excluded.failing_subjects end`,
            },
          });
        await open(tx, failure);
      });
    },

    async knows(emailId) {
      const known = sql`${circuits.failingSubjects} @> array[${String(emailId)}]`;
      return (await db.$count(circuits, and(eq(circuits.provider, MAIL), known))) > 0;
    },

    async served() {
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

/** Since when letters wait because mail fails, and in the server's words; null while none does. */
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
