import type { Request } from 'express';
import type { Pool } from 'pg';
import { type Counter, openCounter } from '../http/limits.ts';
import { networkBehind } from '../http/network.ts';
import { addressKey } from './emailAddress.ts';
import type { KnownBrowsers } from './knownBrowsers.ts';
import { comparePassword, inTurn } from './passwords.ts';
import type { User } from './user.ts';

/** A password that somebody says is the account's. */
interface PasswordAttempt {
  password: string;
  /** Whose it is said to be, as the schema has read it, and the account that has this address. */
  email: string;
  user: User | null;
  /** Where the guess comes from. */
  req: Request;
}

export interface PasswordAttempts {
  /**
   * Whether the password is right. Only wrong ones count, so that any number of people behind one
   * address get in: 30 in 10 minutes for a network over all accounts, 20 in 5 minutes for each
   * account from it. A browser that has signed in to the account before has ten of its own in 10
   * minutes instead, so that nobody else's guesses lock the owner out. Throws `Problem('too_many')`.
   */
  isRight(guess: PasswordAttempt): Promise<boolean>;
}

export function openPasswordAttempts(pool: Pool, known: KnownBrowsers): PasswordAttempts {
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
    async isRight(guess) {
      const counts = countsFor(guess);
      const refuseSpent = () =>
        Promise.all(counts.map(([counter, key]) => counter.refuseSpent(key)));
      // Before the queue too: whoever may not guess any more takes nobody's place in it.
      await refuseSpent();
      return inTurn(async () => {
        // Guesses that came together all passed the first look.
        await refuseSpent();
        const isRight = await comparePassword(guess.password, guess.user?.passwordHash ?? null);
        if (!isRight) await Promise.all(counts.map(([counter, key]) => counter.add(key)));
        return isRight;
      });
    },
  };
}
