import { and, eq, isNull, sql } from 'drizzle-orm';
import { listOutages, noteFailure, openCircuit } from '../../base/db/circuitBreakers.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { circuitBreakers as circuits, emails } from '../../base/db/tables.ts';
import { log } from '../../base/kit/log.ts';
import type { ProviderFailure } from '../../base/kit/provider.ts';
import { Refusal } from '../email/email.ts';

/** Its row among the circuit breakers. A mail outage stops no sales. */
const MAIL = 'SMTP';
/** Seconds of failures before it counts as an outage; a refusal counts at once. */
const PATIENCE = 60;

const isMail = eq(circuits.provider, MAIL);
const isWaiting = and(isNull(emails.sentAt), isNull(emails.bounce));

/** Shared by all instances. `notify` runs once per outage, when the server refuses us. */
export function openMailOutage(
  db: Db,
  notify: (tx: DbOrTx, message: string, day: string) => Promise<void>,
) {
  return {
    /** For failures that are not the recipient's. */
    async note(failure: ProviderFailure, emailId: number): Promise<void> {
      const { message } = failure;
      const reason = failure.trouble === 'refused' ? 'refused' : 'away';
      const subject = failure instanceof Refusal ? String(emailId) : undefined;
      await db.transaction(async (tx) => {
        const circuit = await noteFailure(tx, { provider: MAIL, message, subject });
        if (reason === 'away' && (circuit?.failingFor ?? 0) < PATIENCE) return;
        const opened = await openCircuit(tx, { provider: MAIL, reason, message });
        if (!opened) return;
        log.error({ reason, message }, 'no email is sent until mail works again');
        const day = (opened.openedAt ?? new Date()).toISOString().slice(0, 10);
        if (reason === 'refused') await notify(tx, message, day);
      });
    },

    /** Whether the server has refused this email since it began to fail. */
    async knows(emailId: number): Promise<boolean> {
      const known = sql`${circuits.failingSubjects} @> array[${String(emailId)}]`;
      return (await db.$count(circuits, and(isMail, known))) > 0;
    },

    /** Call it when mail works. Ends the outage, unless a refused email still waits. */
    async served(): Promise<void> {
      const isRefusedWaiting = sql`exists (select from ${emails} where ${isWaiting} and ${emails.id}::text = any(${circuits.failingSubjects}))`;
      const [ended] = await db
        .delete(circuits)
        .where(and(isMail, sql`not ${isRefusedWaiting}`))
        .returning();
      if (ended?.state === 'open') log.warn('mail works again');
    },
  };
}

/** Since when emails wait because mail fails, and the server's message; null while none waits. */
export async function mailOutage(db: Db) {
  const hasWaiting = sql`exists (select from ${emails} where ${isWaiting} and ${emails.attempts} > 0)`;
  const [outage] = await listOutages(db, and(isMail, hasWaiting));
  return outage ?? null;
}
