import { eq, sql } from 'drizzle-orm';
import type { Db, DbOrTx } from '../db/open.ts';
import { letters, orders } from '../db/tables.ts';
import { log } from '../log.ts';
import type { Mailer } from '../mail/mail.ts';
import { ProviderFailure } from '../provider.ts';

interface Occasion {
  /** What the letter is about, e.g. `podcast:12`; with `kind`, at most one letter ever. */
  about: string;
  kind: string;
  to: string;
  letter: { subject: string; text: string; html: string };
}

export interface Outbox {
  /** Writes the letter down inside the caller's transaction; the second of an occasion is dropped. */
  post(tx: DbOrTx, occasion: Occasion): Promise<void>;
  /**
   * Sends what is due, until the mail server fails: the rest waits for the next call. Safe to call
   * from any instance, as often as one likes.
   */
  deliver(): Promise<void>;
}

/** A sender that died in mid-letter gives it back after this long. */
const CLAIM_SECONDS = 120;
const LONGEST_WAIT_SECONDS = 3600;

/** `host` ends the Message-IDs, which must stay the same however often a letter is tried. */
export function openOutbox(tools: { db: Db; mailer: Mailer; host: string }): Outbox {
  const { db, mailer, host } = tools;

  /** Takes one due letter for a while: its next attempt moves past the time a sending may take. */
  async function claim() {
    const [letter] = await db
      .update(letters)
      .set({
        attempts: sql`${letters.attempts} + 1`,
        nextAttemptAt: sql`now() + make_interval(secs => ${CLAIM_SECONDS})`,
      })
      .where(
        eq(
          letters.id,
          sql`(select id from letters
               where sent_at is null and bounce is null and next_attempt_at <= now()
               order by next_attempt_at limit 1 for update skip locked)`,
        ),
      )
      .returning();
    return letter;
  }

  async function send(letter: typeof letters.$inferSelect): Promise<void> {
    if (!letter.content) throw new Error(`letter ${letter.id} has no content`);
    const { messageId, recipient: to, content } = letter;
    await mailer.send({ ...content, to, messageId });
    await db
      .update(letters)
      .set({ sentAt: sql`now()`, content: null })
      .where(eq(letters.id, letter.id));
  }

  async function putOff(letter: typeof letters.$inferSelect, error: unknown): Promise<void> {
    log.warn(
      { err: error, letter: letter.id, kind: letter.kind, bounced: isBounce(error) },
      'a letter was not taken',
    );
    if (isBounce(error)) return giveUp(letter, error.message);
    const wait = Math.min(LONGEST_WAIT_SECONDS, 5 * 2 ** letter.attempts);
    await db
      .update(letters)
      .set({ nextAttemptAt: sql`now() + make_interval(secs => ${wait})` })
      .where(eq(letters.id, letter.id));
  }

  /** Nobody has read it, so a person must see to the order it was about. */
  async function giveUp(
    { id, kind, about }: typeof letters.$inferSelect,
    bounce: string,
  ): Promise<void> {
    const flag = `The letter “${kind}” did not arrive: ${bounce}`;
    await db.transaction(async (tx) => {
      await tx.update(letters).set({ bounce }).where(eq(letters.id, id));
      await tx
        .update(orders)
        .set({ flag: sql`coalesce(${orders.flag}, ${flag})` })
        .where(sql`${about} in ('order:' || ${orders.id}, 'podcast:' || ${orders.podcastId})`);
    });
  }

  return {
    async post(tx, { about, kind, to, letter }) {
      // The account was deleted: its orders name nobody any more.
      if (!to) return;
      const messageId = `<${kind}.${about.replace(/[^\w]/g, '.')}@${host}>`;
      await tx
        .insert(letters)
        .values({ about, kind, recipient: to, messageId, content: letter })
        .onConflictDoNothing();
    },
    async deliver() {
      for (let letter = await claim(); letter; letter = await claim()) {
        try {
          await send(letter);
        } catch (error) {
          await putOff(letter, error);
          // A server that does not answer costs its whole patience for every letter.
          if (error instanceof ProviderFailure && !isBounce(error)) return;
        }
      }
    },
  };
}

/** The letter's own trouble, not the server's: it would not be taken however often it came. */
function isBounce(error: unknown): error is ProviderFailure {
  return error instanceof ProviderFailure && error.trouble === 'rejected';
}
