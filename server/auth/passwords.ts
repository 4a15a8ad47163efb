import { randomUUID } from 'node:crypto';
import bcrypt from 'bcrypt';
import { PASSWORD_MAX_BYTES } from '#shared/account.ts';
import { tooMany } from '../http/limits.ts';

/** About 45 ms a check on one core; OWASP asks for at least 10. */
const BCRYPT_COST = 10;
/** Compared with where there is no password, so that its absence takes as long as a wrong one. */
const NOBODY = bcrypt.hashSync(randomUUID(), BCRYPT_COST);
/** Who comes while so many wait is sent away: the last of them waits for about two seconds. */
const WAITING_AT_MOST = 32;
const WAIT = 2000;

/** At work or waiting. */
let present = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Computes one password after another. bcrypt computes in libuv's pool of four threads, which also
 * reads the files of every page: a few sign-ins at once would hold up everybody. A worker thread
 * would not help, because bcrypt uses the same pool from there. Throws `Problem('too_many')` while
 * too many wait.
 */
export function inTurn<T>(compute: () => Promise<T>): Promise<T> {
  refuseCrowd();
  present += 1;
  const mine = last.then(compute).finally(() => {
    present -= 1;
  });
  last = mine.catch(() => undefined);
  return mine;
}

/**
 * Throws `Problem('too_many')` while too many wait. To be asked before anything else is done for a
 * password, so that a flood of them costs next to nothing.
 */
export function refuseCrowd(): void {
  if (present <= WAITING_AT_MOST) return;
  throw tooMany(WAIT, 'Too many people are signing in just now. Please try again in a moment.');
}

/** Waits its turn. Throws as `inTurn` does. */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => bcrypt.hash(password, BCRYPT_COST));
}

/**
 * Whether the password belongs to the hash; takes as long where there is none. To be called in turn.
 * bcrypt reads 72 bytes: behind a password of that length any ending would do.
 */
export async function comparePassword(password: string, hash: string | null): Promise<boolean> {
  const matches = await bcrypt.compare(password, hash ?? NOBODY);
  return hash !== null && matches && Buffer.byteLength(password) <= PASSWORD_MAX_BYTES;
}
