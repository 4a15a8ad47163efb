import { randomUUID } from 'node:crypto';
import bcrypt from 'bcrypt';
import { PASSWORD_MAX_BYTES } from '#shared/account.ts';
import { openQueue, type Share } from '../../base/bounds/fairQueue.ts';

/** About 45 ms a check on one core; OWASP asks for at least 10. */
const BCRYPT_COST = 10;
/** Compared with if there is no password, so that a missing one takes as long as a wrong one. */
const NOBODY = bcrypt.hashSync(randomUUID(), BCRYPT_COST);
/**
 * bcrypt uses libuv's pool of four threads, also from a worker thread, and so does reading files:
 * two at once leave room for pages. The last of a full queue waits some three seconds.
 */
const turns = openQueue({
  atOnce: 2,
  each: 1,
  waiting: 128,
  refusal: 'Too many people are signing in right now. Please try again in a moment.',
});

/** Runs a bcrypt job in its turn. Throws `Problem('too_many')` if there is no room. */
export const runQueued = turns.run;

export async function hashPassword(share: Share, password: string): Promise<string> {
  return runQueued(share, () => bcrypt.hash(password, BCRYPT_COST));
}

/** Takes as long without a hash. bcrypt ignores what follows 72 bytes. Call it in `runQueued`. */
export async function comparePassword(password: string, hash: string | null): Promise<boolean> {
  const matches = await bcrypt.compare(password, hash ?? NOBODY);
  return hash !== null && matches && Buffer.byteLength(password) <= PASSWORD_MAX_BYTES;
}
