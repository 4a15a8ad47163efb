import { hash, randomInt, timingSafeEqual } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { ClientConfig } from '#shared/config.ts';
import { Problem } from '#shared/problem.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { readSetting } from '../../base/db/settings.ts';
import { settings, users } from '../../base/db/tables.ts';
import type { Config } from '../../supply/config/config.ts';

type HouseSettings = NonNullable<Config['house']>;

export type House = ReturnType<typeof openHouse>;

export function openHouse(tools: HouseSettings & { db: Db; origin: string | null }) {
  const { db, signups, minutesAMonth, origin } = tools;
  return {
    signups: openSignups({ isOpen: signups }),
    /** Null once there is an account. */
    setupCode: () => openSetupCode(db),
    async present(): Promise<NonNullable<ClientConfig['house']>> {
      const needsSetupCode = !(await hasAccounts(db));
      return { signups, needsSetupCode, minutesAMonth, ...(origin && { address: origin }) };
    },
  };
}

export type Signups = ReturnType<typeof openSignups>;

/** The first account needs the setup code, even where `isOpen` is false. */
export function openSignups({ isOpen }: { isOpen: boolean }) {
  return {
    /**
     * True for the first account, whose lock `tx` then has. `setupCode` is null where none can be
     * given. Throws `Problem('invalid')` at `setupCode`, and `Problem('forbidden')`.
     */
    async admit(tx: DbOrTx, setupCode: string | null): Promise<boolean> {
      if (!(await hasAccounts(tx))) {
        // Read before we look again: the code is forgotten with the first account.
        const fault = await faultOf(tx, setupCode);
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('first account', 0))`);
        if (!(await hasAccounts(tx))) {
          if (fault) throw fault;
          return true;
        }
      }
      if (isOpen) return false;
      throw new Problem('forbidden', 'This house isn’t open to new accounts. Ask whoever runs it.');
    },
  };
}

async function faultOf(tx: DbOrTx, setupCode: string | null): Promise<Problem | null> {
  if (setupCode === null) {
    return new Problem(
      'forbidden',
      'The first account of this house is made with an email, a password and its setup code. Please register with those.',
    );
  }
  // Ignores case, spaces and dashes.
  const spelled = setupCode.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const code = await readSetting(tx, NAME);
  if (code !== null && timingSafeEqual(digest(spelled), digest(code))) return null;
  const message = setupCode.trim()
    ? 'That’s not the setup code. The server prints it whenever it starts: look in its terminal or its log.'
    : 'The first account needs the setup code. The server printed it when it started: look in its terminal or its log.';
  return new Problem('invalid', message, { setupCode: message });
}

/** The row of `settings` that has the code, for all instances and starts. */
const NAME = 'setup code';
/** Without letters that are mistaken for digits: B, G, I, L, O, S, Z. */
const ALPHABET = 'ACDEFHJKMNPQRTUVWXY23456789';
/** 57 bits. */
const LENGTH = 12;

/** The same at every start, null once there is an account. Only those who run the house see it. */
export async function openSetupCode(db: DbOrTx): Promise<string | null> {
  if (await hasAccounts(db)) return null;
  const value = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  // Of instances that start at once, one makes it and the others read it.
  await db.insert(settings).values({ name: NAME, value }).onConflictDoNothing();
  const code = await readSetting(db, NAME);
  return code && (code.match(/.{4}/g) ?? []).join('-');
}

/** Call it in the transaction that makes the first account. */
export async function forgetSetupCode(tx: DbOrTx): Promise<void> {
  await tx.delete(settings).where(eq(settings.name, NAME));
}

async function hasAccounts(db: DbOrTx): Promise<boolean> {
  const [anybody] = await db.select({ id: users.id }).from(users).limit(1);
  return anybody !== undefined;
}

const digest = (text: string) => hash('sha256', text, 'buffer');
