import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { withFlag } from '../../base/db/flags.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { emails, orders } from '../../base/db/tables.ts';
import { log } from '../../base/kit/log.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { Deferral, type Mailer, Refusal } from '../email/email.ts';
import type { Sender } from '../email/layout.ts';
import { mailOutageEmail } from '../email/templates/operator.ts';
import { type OutboxRow, openEmailLeases } from './emailLeases.ts';
import { openMailOutage } from './outage.ts';

interface Occasion {
  /** For example `podcast:12`. There is at most one email for it and `kind`, ever. */
  about: string;
  kind: string;
  to: string;
  message: NonNullable<OutboxRow['content']>;
}

/** ms. */
const TIMES = {
  /** How long a lease lasts unless renewed: then another instance sends a dead sender's email. */
  lease: 60_000,
  /** How long this instance leaves a failing mail server alone. */
  pause: 20_000,
  /** An email that takes longer goes on in the background: nothing else waits for it. */
  slow: 5_000,
};
const AT_ONCE = 4;

interface Tools {
  db: Db;
  /** Null where no emails are sent: nothing is stored then, either. */
  mailer: Pick<Mailer, 'send'> | null;
  /** Of the Message-IDs. */
  host: string;
  /** Gets an email, once one can be sent, when the mail server refuses us. */
  operator?: Sender;
  times?: Partial<typeof TIMES>;
}

export type Outbox = ReturnType<typeof openOutbox>;

export function openOutbox(tools: Tools) {
  const { db, mailer, host } = tools;
  const { lease, pause, slow } = { ...TIMES, ...tools.times };
  const leases = openEmailLeases(db, lease);
  const closing = new AbortController();
  /** Per instance, because the network to the server may be down for one of them only. */
  let retryAt = 0;
  const inFlight = new Set<Promise<boolean>>();
  const outage = openMailOutage(db, async (tx, reason, day) => {
    if (!tools.operator) return;
    const { supportEmail } = tools.operator;
    const message = mailOutageEmail({ message: reason, ...tools.operator });
    await post(tx, { about: 'provider:SMTP', kind: `refused-${day}`, to: supportEmail, message });
  });

  /** Resolves with whether the mail server works. */
  async function send(message: OutboxRow): Promise<boolean> {
    const { messageId, recipient: to, content } = message;
    try {
      if (!content || !mailer) throw new Error(`email ${message.id} cannot be sent`);
      await leases.hold(message, (lost) => {
        const signal = AbortSignal.any([lost, closing.signal]);
        return mailer.send({ ...content, to, messageId }, signal);
      });
    } catch (error) {
      // It would be refused however often it is sent.
      const isBounce = error instanceof ProviderFailure && error.trouble === 'rejected';
      log.warn(
        { err: error, message: message.id, kind: message.kind, bounced: isBounce },
        'an email was not accepted',
      );
      if (error instanceof Refusal) return handleRefusal(message, error);
      if (isBounce) await giveUp(db, message, error.message);
      else if (error instanceof ProviderFailure && !(error instanceof Deferral))
        return pauseServer(message, error);
      else await leases.giveBack(message, message.refusals + 1);
      return true;
    }
    await leases.markSent(message);
    await outage.served();
    return true;
  }

  async function pauseServer(message: OutboxRow, failure: ProviderFailure, refusals?: number) {
    // A server that does not answer would cost a whole timeout for every email.
    retryAt = performance.now() + pause;
    await leases.giveBack(message, refusals);
    await outage.note(failure, message.id);
    return false;
  }

  /**
   * While no other email is accepted either, the account is to blame and nothing is given up. If
   * another was sent since the last refusal, this one is to blame: it is given up if the refusal is
   * about its content, and deferred otherwise.
   */
  async function handleRefusal(message: OutboxRow, refusal: Refusal): Promise<boolean> {
    const { refusals } = message;
    // It has waited at least that long since its last refusal.
    const others = refusals > 0 && (await leases.hasSentAfter(refusals));
    const isAlone = others && (await outage.knows(message.id));
    if (!isAlone) return pauseServer(message, refusal, Math.max(1, refusals));
    if (refusal.namesContent) {
      await giveUp(db, message, refusal.message);
      await outage.served();
    } else {
      await leases.giveBack(message, refusals + 1);
      await outage.note(refusal, message.id);
    }
    return true;
  }

  async function post(tx: DbOrTx, { about, kind, to, message }: Occasion): Promise<void> {
    // The account was deleted if it has no address.
    if (!to || !mailer) return;
    // Random, so that it does not reveal how many accounts and orders there are. Stored, so that
    // every attempt uses the same one.
    const messageId = `<${kind}.${randomUUID()}@${host}>`;
    await tx
      .insert(emails)
      .values({ about, kind, recipient: to, messageId, content: message })
      .onConflictDoNothing();
  }

  return {
    post,
    async readdress(tx: DbOrTx, about: string[], to: string): Promise<void> {
      await tx
        .update(emails)
        .set({ recipient: to })
        .where(and(inArray(emails.about, about), isNull(emails.sentAt), isNull(emails.bounce)));
    },
    /** Safe to call from any instance. A slow email may still be in flight when this resolves. */
    async deliver(): Promise<void> {
      while (mailer && !closing.signal.aborted && performance.now() >= retryAt) {
        const message = inFlight.size < AT_ONCE ? await leases.acquire() : null;
        if (!message) return;
        const sending = send(message).finally(() => inFlight.delete(sending));
        inFlight.add(sending);
        const late = sleep(slow, null, { ref: false });
        if ((await Promise.race([sending, late])) === false) return;
      }
    },
    /** Resolves once the emails in flight are aborted, or delivered if it is too late to abort. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.allSettled(inFlight);
    },
  };
}

/** Flags the order that the email was about: its buyer has not been informed. */
async function giveUp(db: Db, { id, kind, about }: OutboxRow, bounce: string): Promise<void> {
  const reason = `The email “${kind}” did not arrive: ${bounce}`;
  await db.transaction(async (tx) => {
    await tx.update(emails).set({ bounce }).where(eq(emails.id, id));
    await tx
      .update(orders)
      .set({ flags: withFlag(reason) })
      .where(sql`${about} in ('order:' || ${orders.id}, 'podcast:' || ${orders.podcastId})`);
  });
}
