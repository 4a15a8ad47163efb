import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { withFlag } from '../db/flags.ts';
import type { Db, DbOrTx } from '../db/open.ts';
import { letters, orders } from '../db/tables.ts';
import { log } from '../log.ts';
import { Deferral, type Mailer, Refusal } from '../mail/mail.ts';
import { mailLetter } from '../mail/operator.ts';
import { ProviderFailure } from '../provider.ts';
import { type LetterRow, openClaims } from './claims.ts';
import { openMailOutage } from './outage.ts';
import { within } from './within.ts';

interface Occasion {
  /** What the letter is about, e.g. `podcast:12`; with `kind`, at most one letter ever. */
  about: string;
  kind: string;
  to: string;
  letter: NonNullable<LetterRow['content']>;
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
  const claims = openClaims(db, lease);
  const closing = new AbortController();
  /** Kept by each instance for itself: the way to the server may be broken from one of them only. */
  let askAgainAt = 0;
  const underWay = new Set<Promise<boolean>>();
  const outage = openMailOutage(db, async (tx, message, day) => {
    if (!tools.operator) return;
    const { supportEmail } = tools.operator;
    const letter = mailLetter({ message, ...tools.operator });
    await post(tx, { about: 'provider:SMTP', kind: `refused-${day}`, to: supportEmail, letter });
  });

  /** Resolves with whether the mail server works. */
  async function send(letter: LetterRow): Promise<boolean> {
    const { messageId, recipient: to, content } = letter;
    try {
      if (!content) throw new Error(`letter ${letter.id} has no content`);
      await claims.hold(letter, (lost) => {
        const signal = AbortSignal.any([lost, closing.signal]);
        return mailer.send({ ...content, to, messageId }, signal);
      });
    } catch (error) {
      log.warn(
        { err: error, letter: letter.id, kind: letter.kind, bounced: isBounce(error) },
        'a letter was not taken',
      );
      if (error instanceof Refusal) return heed(letter, error);
      if (isServers(error)) return leave(letter, error);
      await (isBounce(error) ? giveUp(db, letter, error.message) : putOff(letter));
      return true;
    }
    await claims.markSent(letter);
    await outage.served();
    return true;
  }

  /** Leaves the server alone for a while: the letter is due again, and all others wait with it. */
  async function leave(letter: LetterRow, failure: ProviderFailure, refusals?: number) {
    // One that does not answer costs its whole patience for every letter.
    askAgainAt = performance.now() + pause;
    await claims.giveBack(
      letter,
      refusals ? { refusals, seconds: waitAfter(refusals) } : undefined,
    );
    await outage.note(failure, letter.id);
    return false;
  }

  /**
   * A letter was refused as a whole. Whether that is the account's trouble shows by the others: while
   * none of them leaves either, it is, and nothing is given up. One that is refused again although
   * another has left since then is the only one: it is given up for what is in it, else put off.
   */
  async function heed(letter: LetterRow, refusal: Refusal): Promise<boolean> {
    const { refusals } = letter;
    // It has waited that long since the last time, or longer.
    const others = refusals > 0 && (await claims.hasSentWithin(waitAfter(refusals)));
    const isAlone = others && (await outage.knows(letter.id));
    if (!isAlone) return leave(letter, refusal, Math.max(1, refusals));
    if (refusal.namesContent) {
      await giveUp(db, letter, refusal.message);
      await outage.served();
    } else {
      await putOff(letter);
      await outage.note(refusal, letter.id);
    }
    return true;
  }

  async function putOff(letter: LetterRow): Promise<void> {
    const refusals = letter.refusals + 1;
    await claims.giveBack(letter, { refusals, seconds: waitAfter(refusals) });
  }

  async function post(tx: DbOrTx, { about, kind, to, letter }: Occasion): Promise<void> {
    // The account was deleted: its orders name nobody any more.
    if (!to) return;
    // By chance: whoever reads it learns nothing of how many accounts and orders there are. The
    // row keeps it, so that it stays the same however often the letter is tried.
    const messageId = `<${kind}.${randomUUID()}@${host}>`;
    await tx
      .insert(letters)
      .values({ about, kind, recipient: to, messageId, content: letter })
      .onConflictDoNothing();
  }

  return {
    post,
    async readdress(tx, about, to) {
      await tx
        .update(letters)
        .set({ recipient: to })
        .where(and(inArray(letters.about, about), isNull(letters.sentAt), isNull(letters.bounce)));
    },
    async deliver() {
      while (!closing.signal.aborted && performance.now() >= askAgainAt) {
        const letter = underWay.size < AT_ONCE ? await claims.take() : null;
        if (!letter) return;
        const sending = send(letter).finally(() => underWay.delete(sending));
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
async function giveUp(db: Db, { id, kind, about }: LetterRow, bounce: string): Promise<void> {
  const reason = `The letter “${kind}” did not arrive: ${bounce}`;
  await db.transaction(async (tx) => {
    await tx.update(letters).set({ bounce }).where(eq(letters.id, id));
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
