import type { Request } from 'express';
import type { Pool } from 'pg';
import { type Counter, openCounter } from '../http/limits.ts';
import { networkBehind } from '../http/network.ts';
import { addressKey } from './emailAddress.ts';
import type { KnownBrowsers } from './knownBrowsers.ts';
import { comparePassword, runQueued } from './passwords.ts';
import type { User } from './user.ts';

/** A guess at an account's password. */
interface PasswordAttempt {
  password: string;
  /** The address as parsed by the schema, and its account. */
  email: string;
  user: User | null;
  req: Request;
}

export type PasswordAttempts = ReturnType<typeof openPasswordAttempts>;

export function openPasswordAttempts(pool: Pool, known: KnownBrowsers) {
  const perBrowser = openCounter(pool, 'login-browser', { points: 10, seconds: 600 });
  const perNetwork = openCounter(pool, 'login-network', { points: 30, seconds: 600 });
  const perAccount = openCounter(pool, 'login', { points: 20, seconds: 300 });

  function countsFor({ req, user, email }: PasswordAttempt): [Counter, string][] {
    const browser = user && known.idOf(req, user);
    if (browser) return [[perBrowser, browser]];
    const network = networkBehind(req);
    return [
      [perNetwork, network],
      [perAccount, `${network}:${addressKey(email)}`],
    ];
  }

  return {
    /**
     * Whether the password is right. Only wrong ones count, so any number of people behind one
     * address can sign in. Allowed are 30 in 10 minutes from a network over all accounts, and 20 in
     * 5 minutes for each account from it. A browser that has signed in to the account before has
     * its own ten in 10 minutes instead: other people's guesses never lock the owner out. Throws
     * `Problem('too_many')`.
     */
    async isRight(guess: PasswordAttempt): Promise<boolean> {
      const counts = countsFor(guess);
      const refuseSpent = () =>
        Promise.all(counts.map(([counter, key]) => counter.refuseSpent(key)));
      // Before queueing as well: refused guesses must not fill the queue.
      await refuseSpent();
      return runQueued(async () => {
        // Concurrent guesses have all passed the first check.
        await refuseSpent();
        const isRight = await comparePassword(guess.password, guess.user?.passwordHash ?? null);
        if (!isRight) await Promise.all(counts.map(([counter, key]) => counter.add(key)));
        return isRight;
      });
    },
  };
}
