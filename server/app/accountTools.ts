import { openAccount } from '../people/account/account.ts';
import { openAccounts, openDemo } from '../people/auth/accounts.ts';
import { openAdmins } from '../people/auth/admins.ts';
import { openEmailVerification } from '../people/auth/emailVerification.ts';
import { firebaseTokens } from '../people/auth/firebaseTokens.ts';
import { openGoogle } from '../people/auth/googleSignIn.ts';
import { openKnownBrowsers } from '../people/auth/knownBrowsers.ts';
import { openIdentity } from '../people/auth/passport.ts';
import { openPasswordAttempts } from '../people/auth/passwordAttempts.ts';
import { openPasswordResets } from '../people/auth/passwordResets.ts';
import type { Signups } from '../people/edition/openHouse.ts';
import type { Production } from './composeProduction.ts';

/** Who may sign in, and how. */
export async function openAccountTools(
  tools: Production & {
    secure: boolean;
    cookieId: string;
    devMode: boolean;
    signups: Signups | null;
  },
) {
  const { config, db, devMode, signups, providers } = tools;
  const admins = openAdmins(db, { emails: config.adminEmails, trustUnproven: devMode });
  const emailVerification = openEmailVerification({ ...tools, admins });
  const known = openKnownBrowsers(tools);
  const passwordAttempts = openPasswordAttempts(tools.pool, known);
  const accounts = openAccounts({ db, emailVerification, admins, passwordAttempts, signups });
  const tokens = providers.firebase && firebaseTokens(providers.firebase);
  await admins.grantAllListed();
  return {
    accounts,
    account: openAccount({ ...tools, passwordAttempts }),
    identity: openIdentity({ db, accounts, known }),
    passwordResets: openPasswordResets({ ...tools, admins }),
    google: tokens && openGoogle({ ...tools, check: tokens, emailVerification, admins }),
    emailVerification,
    sendsEmail: tools.mailer !== null,
    demo: devMode ? openDemo(db) : null,
    tokens,
  };
}
