import { randomUUID } from 'node:crypto';
import bcrypt from 'bcrypt';
import { PASSWORD_MAX_BYTES } from '#shared/account.ts';
import { tooMany } from '../http/limits.ts';

/** About 45 ms a check on one core; OWASP asks for at least 10. */
const BCRYPT_COST = 10;
/** Compared with if there is no password, so that a missing one takes as long as a wrong one. */
const NOBODY = bcrypt.hashSync(randomUUID(), BCRYPT_COST);
/** Beyond this queue length requests are refused; the last in the queue waits about two seconds. */
const WAITING_AT_MOST = 32;
const WAIT = 2000;

/** Running and queued. */
let present = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs bcrypt jobs one at a time. bcrypt uses libuv's pool of four threads, which also reads files:
 * a few concurrent sign-ins would delay every page. A worker thread would not help, because bcrypt
 * uses the same pool from there. Throws `Problem('too_many')` if the queue is full.
 */
export function runQueued<T>(compute: () => Promise<T>): Promise<T> {
  rejectIfBusy();
  present += 1;
  const mine = last.then(compute).finally(() => {
    present -= 1;
  });
  last = mine.catch(() => undefined);
  return mine;
}

/** Throws `Problem('too_many')` if the queue is full. Call it first, so that a flood costs little. */
export function rejectIfBusy(): void {
  if (present <= WAITING_AT_MOST) return;
  throw tooMany(WAIT, 'Too many people are signing in right now. Please try again in a moment.');
}

/** Queued. Throws as `runQueued` does. */
export async function hashPassword(password: string): Promise<string> {
  return runQueued(() => bcrypt.hash(password, BCRYPT_COST));
}

/**
 * Whether the password matches the hash; takes the same time without a hash. Call it in `runQueued`.
 * bcrypt ignores everything after 72 bytes, so longer passwords never match.
 */
export async function comparePassword(password: string, hash: string | null): Promise<boolean> {
  const matches = await bcrypt.compare(password, hash ?? NOBODY);
  return hash !== null && matches && Buffer.byteLength(password) <= PASSWORD_MAX_BYTES;
}
