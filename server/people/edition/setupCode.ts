import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import { readSetting } from '../../base/db/settings.ts';
import { settings, users } from '../../base/db/tables.ts';

/** The row of `settings` that has the code, for all instances and starts. */
const NAME = 'setup code';
/** Without letters that are mistaken for digits: B, G, I, L, O, S, Z. */
const ALPHABET = 'ACDEFHJKMNPQRTUVWXY23456789';
/** 57 bits. */
const LENGTH = 12;

/** The same at every start, null once there is an account. Only those who run the house see it. */
export async function openSetupCode(db: DbOrTx): Promise<string | null> {
  if (await hasAccounts(db)) return null;
  // Of instances that start at once, one makes it and the others read it.
  await db.insert(settings).values({ name: NAME, value: newCode() }).onConflictDoNothing();
  const code = await readSetting(db, NAME);
  return code && (code.match(/.{4}/g) ?? []).join('-');
}

/** Ignores case, spaces and dashes. */
export async function isSetupCode(db: DbOrTx, given: string): Promise<boolean> {
  const code = await readSetting(db, NAME);
  const spelled = given.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return code !== null && timingSafeEqual(digest(spelled), digest(code));
}

/** Call it in the transaction that makes the first account. */
export async function forgetSetupCode(tx: DbOrTx): Promise<void> {
  await tx.delete(settings).where(eq(settings.name, NAME));
}

export async function hasAccounts(db: DbOrTx): Promise<boolean> {
  const [anybody] = await db.select({ id: users.id }).from(users).limit(1);
  return anybody !== undefined;
}

function newCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
