import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { withFlag } from '../db/flags.ts';
import type { Db, DbOrTx } from '../db/open.ts';
import { letters, orders } from '../db/tables.ts';
import { log } from '../log.ts';
import { Deferral, type Mailer } from '../mail/mail.ts';
import { ProviderFailure } from '../provider.ts';
import { type Claims, type LetterRow, openClaims } from './claims.ts';

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
  mailer: Mailer;
  /** Ends the Message-IDs. */
  host: string;
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
      if (isServers(error)) {
        // One that does not answer costs its whole patience for every letter.
        askAgainAt = performance.now() + pause;
        await claims.giveBack(letter);
        return false;
      }
      await (isBounce(error) ? giveUp(db, letter, error.message) : putOff(claims, letter));
      return true;
    }
    await claims.markSent(letter);
    return true;
  }

  return {
    async post(tx, { about, kind, to, letter }) {
      // The account was deleted: its orders name nobody any more.
      if (!to) return;
      // By chance: whoever reads it learns nothing of how many accounts and orders there are. The
      // row keeps it, so that it stays the same however often the letter is tried.
      const messageId = `<${kind}.${randomUUID()}@${host}>`;
      await tx
        .insert(letters)
        .values({ about, kind, recipient: to, messageId, content: letter })
        .onConflictDoNothing();
    },
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

/** What `work` comes to; null when that takes longer. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  const timer = new AbortController();
  const late = sleep(ms, null, { signal: timer.signal, ref: false }).catch(() => null);
  return Promise.race([work, late]).finally(() => timer.abort());
}

async function putOff(claims: Claims, letter: LetterRow): Promise<void> {
  const refusals = letter.refusals + 1;
  const seconds = Math.min(LONGEST_WAIT_SECONDS, 5 * 2 ** refusals);
  await claims.giveBack(letter, { refusals, seconds });
}

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
function isServers(error: unknown): boolean {
  if (!(error instanceof ProviderFailure) || error instanceof Deferral) return false;
  return error.trouble !== 'rejected';
}
