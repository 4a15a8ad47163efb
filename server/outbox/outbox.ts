import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { withFlag } from '../db/flags.ts';
import type { Db, DbOrTx } from '../db/open.ts';
import { emails, orders } from '../db/tables.ts';
import { Deferral, type Mailer, Refusal } from '../email/email.ts';
import { mailOutageEmail } from '../email/templates/operator.ts';
import { log } from '../log.ts';
import { ProviderFailure } from '../provider.ts';
import { type OutboxRow, openEmailLeases } from './leases.ts';
import { openMailOutage } from './outage.ts';
import { within } from './within.ts';

interface Occasion {
  /** What the letter is about, e.g. `podcast:12`; with `kind`, at most one letter ever. */
  about: string;
  kind: string;
  to: string;
  message: NonNullable<OutboxRow['content']>;
}

export interface Outbox {
  /** Writes the letter down inside the caller's transaction; the second of an occasion is dropped. */
  post(tx: DbOrTx, occasion: Occasion): Promise<void>;
  /** Letters about these that have not left go to another address. */
  readdress(tx: DbOrTx, about: string[], to: string): Promise<void>;
  /**
   * Sends what is due, until the mail server fails: the rest waits until it is asked again. A letter
   * that takes long may still be under way at the end. Safe to call from any instance, as often as
   * one likes.
   */
  deliver(): Promise<void>;
  /** Sends no more, and resolves once what was under way is broken off, or has arrived if it could. */
  close(): Promise<void>;
}

/** ms. */
const TIMES = {
  /** A claim that is not renewed lasts so long: a letter whose sender died is sent after it. */
  lease: 60_000,
  /** After this time this instance asks a mail server again that failed. */
  pause: 20_000,
  /** A letter that takes longer is left to itself: neither other letters nor an episode wait for it. */
  slow: 5_000,
};
/** So many may be under way from one instance. */
const AT_ONCE = 4;
/** A letter that was put off waits from 10 s, doubled each time, up to an hour. */
const LONGEST_WAIT_SECONDS = 3600;

interface Tools {
  db: Db;
  mailer: Pick<Mailer, 'send'>;
  /** Ends the Message-IDs. */
  host: string;
  /** Who is told, by letter as soon as one can leave, that the mail server refuses us. */
  operator?: { supportEmail: string; adminUrl: string };
  /** Other times than the product's own, for tests. */
  times?: Partial<typeof TIMES>;
}

export function openOutbox(tools: Tools): Outbox {
  const { db, mailer, host } = tools;
  const { lease, pause, slow } = { ...TIMES, ...tools.times };
  const claims = openEmailLeases(db, lease);
  const closing = new AbortController();
  /** Kept by each instance for itself: the way to the server may be broken from one of them only. */
  let askAgainAt = 0;
  const underWay = new Set<Promise<boolean>>();
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
      if (!content) throw new Error(`letter ${message.id} has no content`);
      await claims.hold(message, (lost) => {
        const signal = AbortSignal.any([lost, closing.signal]);
        return mailer.send({ ...content, to, messageId }, signal);
      });
    } catch (error) {
      log.warn(
        { err: error, message: message.id, kind: message.kind, bounced: isBounce(error) },
        'a letter was not taken',
      );
      if (error instanceof Refusal) return heed(message, error);
      if (isServers(error)) return leave(message, error);
      await (isBounce(error) ? giveUp(db, message, error.message) : putOff(message));
      return true;
    }
    await claims.markSent(message);
    await outage.served();
    return true;
  }

  /** Leaves the server alone for a while: the letter is due again, and all others wait with it. */
  async function leave(message: OutboxRow, failure: ProviderFailure, refusals?: number) {
    // One that does not answer costs its whole patience for every letter.
    askAgainAt = performance.now() + pause;
    await claims.giveBack(
      message,
      refusals ? { refusals, seconds: waitAfter(refusals) } : undefined,
    );
    await outage.note(failure, message.id);
    return false;
  }

  /**
   * A letter was refused as a whole. Whether that is the account's trouble shows by the others: while
   * none of them leaves either, it is, and nothing is given up. One that is refused again although
   * another has left since then is the only one: it is given up for what is in it, else put off.
   */
  async function heed(message: OutboxRow, refusal: Refusal): Promise<boolean> {
    const { refusals } = message;
    // It has waited that long since the last time, or longer.
    const others = refusals > 0 && (await claims.hasSentWithin(waitAfter(refusals)));
    const isAlone = others && (await outage.knows(message.id));
    if (!isAlone) return leave(message, refusal, Math.max(1, refusals));
    if (refusal.namesContent) {
      await giveUp(db, message, refusal.message);
      await outage.served();
    } else {
      await putOff(message);
      await outage.note(refusal, message.id);
    }
    return true;
  }

  async function putOff(message: OutboxRow): Promise<void> {
    const refusals = message.refusals + 1;
    await claims.giveBack(message, { refusals, seconds: waitAfter(refusals) });
  }

  async function post(tx: DbOrTx, { about, kind, to, message }: Occasion): Promise<void> {
    // The account was deleted: its orders name nobody any more.
    if (!to) return;
    // By chance: whoever reads it learns nothing of how many accounts and orders there are. The
    // row keeps it, so that it stays the same however often the letter is tried.
    const messageId = `<${kind}.${randomUUID()}@${host}>`;
    await tx
      .insert(emails)
      .values({ about, kind, recipient: to, messageId, content: message })
      .onConflictDoNothing();
  }

  return {
    post,
    async readdress(tx, about, to) {
      await tx
        .update(emails)
        .set({ recipient: to })
        .where(and(inArray(emails.about, about), isNull(emails.sentAt), isNull(emails.bounce)));
    },
    async deliver() {
      while (!closing.signal.aborted && performance.now() >= askAgainAt) {
        const message = underWay.size < AT_ONCE ? await claims.acquire() : null;
        if (!message) return;
        const sending = send(message).finally(() => underWay.delete(sending));
        underWay.add(sending);
        if ((await within(slow, sending)) === false) return;
      }
    },
    async close() {
      closing.abort();
      await Promise.allSettled(underWay);
    },
  };
}

const waitAfter = (refusals: number) => Math.min(LONGEST_WAIT_SECONDS, 5 * 2 ** refusals);

/** Nobody has read it, so a person must see to the order it was about. */
async function giveUp(db: Db, { id, kind, about }: OutboxRow, bounce: string): Promise<void> {
  const reason = `The letter “${kind}” did not arrive: ${bounce}`;
  await db.transaction(async (tx) => {
    await tx.update(emails).set({ bounce }).where(eq(emails.id, id));
    await tx
      .update(orders)
      .set({ flags: withFlag(reason) })
      .where(sql`${about} in ('order:' || ${orders.id}, 'podcast:' || ${orders.podcastId})`);
  });
}

/** It would not be taken however often it came. */
function isBounce(error: unknown): error is ProviderFailure {
  return error instanceof ProviderFailure && error.trouble === 'rejected';
}

/** The server's own trouble: no letter waits longer for it than the server is away. */
function isServers(error: unknown): error is ProviderFailure {
  if (!(error instanceof ProviderFailure) || error instanceof Deferral) return false;
  return error.trouble !== 'rejected';
}
