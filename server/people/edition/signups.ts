import { sql } from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import { hasAccounts, isSetupCode } from './setupCode.ts';

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
        if (!(await hasAccountsOnceAlone(tx))) {
          if (fault) throw fault;
          return true;
        }
      }
      if (isOpen) return false;
      throw new Problem('forbidden', 'This house isn’t open to new accounts. Ask whoever runs it.');
    },
  };
}

async function hasAccountsOnceAlone(tx: DbOrTx): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('first account', 0))`);
  return hasAccounts(tx);
}

async function faultOf(tx: DbOrTx, setupCode: string | null): Promise<Problem | null> {
  if (setupCode === null) {
    return new Problem(
      'forbidden',
      'The first account of this house is made with an email, a password and its setup code. Please register with those.',
    );
  }
  if (await isSetupCode(tx, setupCode)) return null;
  const message = setupCode.trim()
    ? 'That’s not the setup code. The server prints it whenever it starts: look in its terminal or its log.'
    : 'The first account needs the setup code. The server printed it when it started: look in its terminal or its log.';
  return new Problem('invalid', message, { setupCode: message });
}
