import { randomUUID } from 'node:crypto';
import bcrypt from 'bcrypt';
import type { Request } from 'express';
import type { Pool } from 'pg';
import { PASSWORD_MAX_BYTES } from '#shared/account.ts';
import { openQueue, type Share } from '../../base/bounds/fairQueue.ts';
import { accountKey, networksBehind, shareOf } from '../../base/bounds/network.ts';
import { type Counter, openCounter, WIDER } from '../../base/bounds/requestLimits.ts';
import type { User } from '../../base/db/user.ts';
import { addressKey } from './emailAddress.ts';
import type { KnownBrowsers } from './knownBrowsers.ts';

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
async function comparePassword(password: string, hash: string | null): Promise<boolean> {
  const matches = await bcrypt.compare(password, hash ?? NOBODY);
  return hash !== null && matches && Buffer.byteLength(password) <= PASSWORD_MAX_BYTES;
}

interface PasswordAttempt {
  password: string;
  email: string;
  user: User | null;
  req: Request;
}

/** Counts wrong passwords under `key`, which has `times` the counter's points. */
type Count = [Counter, key: string, times: number];

export type PasswordAttempts = ReturnType<typeof openPasswordAttempts>;

export function openPasswordAttempts(pool: Pool, known: KnownBrowsers) {
  const perBrowser = openCounter(pool, 'login-browser', { points: 10, seconds: 600 });
  const perNetwork = openCounter(pool, 'login-network', { points: 30, seconds: 600 });
  const perAccount = openCounter(pool, 'login', { points: 20, seconds: 300 });
  const right = openCounter(pool, 'login-right', { points: 30, seconds: 600 });

  function countsFor({ req, user, email }: PasswordAttempt): Count[] {
    const browser = user && known.idOf(req, user);
    if (browser) return [[perBrowser, browser, 1]];
    const networks = networksBehind(req);
    const account = `${networks[0]}:${addressKey(email)}`;
    return [
      ...networks.map((one, step) => [perNetwork, one, WIDER[step] ?? 1] satisfies Count),
      [perAccount, account, 1],
    ];
  }

  return {
    /**
     * Only wrong passwords count for a network, so any number of people behind one address can sign
     * in. A browser that has signed in before has its own count: other people's guesses never lock
     * the owner out. Throws `Problem('too_many')`.
     */
    async isRight(guess: PasswordAttempt): Promise<boolean> {
      const { user, req } = guess;
      const counts = countsFor(guess);
      const refuseSpent = async () => {
        await Promise.all(counts.map(([counter, key, times]) => counter.refuseSpent(key, times)));
        if (user) await right.refuseSpent(String(user.id));
      };
      // Before queueing as well: refused guesses must not fill the queue.
      await refuseSpent();
      const share = user ? [...shareOf(req), accountKey(user)] : shareOf(req);
      return runQueued(share, async () => {
        // Concurrent guesses have all passed the first check.
        await refuseSpent();
        const isRight = await comparePassword(guess.password, user?.passwordHash ?? null);
        if (!isRight) await Promise.all(counts.map(([counter, key]) => counter.add(key)));
        else if (user) await right.add(String(user.id));
        return isRight;
      });
    },
  };
}
