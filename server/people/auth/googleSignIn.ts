import { and, eq, sql } from 'drizzle-orm';
import type { FirebaseSessionRequest } from '#shared/account.ts';
import { Problem } from '#shared/problem.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { users } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { securedEmail } from '../../mail/email/templates/accountEmails.ts';
import type { Outbox } from '../../mail/outbox/outbox.ts';
import type { Signups } from '../edition/openHouse.ts';
import { namesOf, pictureOf, usernameFor } from './accounts.ts';
import type { Admins } from './admins.ts';
import { addressKey, hasAddress, isVerified, verifiedBy } from './emailAddress.ts';
import type { EmailVerification } from './emailVerification.ts';
import { revokeSessionlessAccess, signOutEverywhere } from './sessions.ts';

/** The claims of a verified token; nothing in it is taken from the browser. */
export interface Person {
  /** Firebase's id of the person; it never changes within a project. */
  uid: string;
  email: string | null;
  emailVerified: boolean;
  name: string;
  picture: string | null;
  /** How the person signed in, e.g. `google.com`. */
  provider: string;
  issuedAt: Date;
}

export interface TokenCheck {
  /** Null for an invalid token. Throws `ProviderFailure` if it cannot be verified now. */
  verify(token: string): Promise<Person | null>;
  close(): Promise<void>;
}

type PersonWithEmail = Person & { email: string };

interface SignIn {
  user: User;
  isNewUser: boolean;
  /** Shown to the person. */
  message: string;
}

/** The maximal age of a reported token, ms. */
const SYNC_MAX_AGE = 5 * 60 * 1000;

export type Google = ReturnType<typeof openGoogle>;

export function openGoogle(tools: {
  db: Db;
  check: TokenCheck;
  emailVerification: EmailVerification;
  admins: Admins;
  outbox: Pick<Outbox, 'post'>;
  publicUrl: string;
  supportEmail: string;
  /** Null where everybody may have an account. */
  signups: Signups | null;
}) {
  const { db, check, emailVerification, admins, outbox, publicUrl, supportEmail, signups } = tools;

  async function signInKnown(tx: DbOrTx, person: PersonWithEmail): Promise<SignIn | null> {
    const [there] = await tx.select().from(users).where(eq(users.googleId, person.uid));
    if (!there) return null;
    // Somebody else may have registered this account and chosen its password before Google was
    // linked. An account created by Google was this person's from the start.
    const isStrangers =
      !isVerified(there) && there.authProvider === 'local' && confirms(person, there);
    if (isStrangers) return replace(tx, person, there.id);
    const user = await completeProfile(tx, person, there.id);
    return { user, isNewUser: false, message: 'Signed in with Google' };
  }

  async function linkByEmail(tx: DbOrTx, person: PersonWithEmail): Promise<SignIn | null> {
    const [seen] = await tx.select().from(users).where(hasAddress(person.email));
    // The same person's concurrent sign-in created it: the next attempt finds it by its Google id.
    if (!seen || seen.googleId === person.uid) return null;
    if (!person.emailVerified) {
      throw new Problem(
        'email_taken',
        'There’s already an account with this email, and Google hasn’t confirmed that the address is yours. Please sign in with your password.',
      );
    }
    // Without a verified address, somebody else may have registered the account.
    if (!isVerified(seen)) return replace(tx, person, seen.id);
    const user = await completeProfile(tx, person, seen.id, { googleId: person.uid });
    return { user, isNewUser: false, message: 'Signed in. Google now opens your account too.' };
  }

  /**
   * Ends all access that others may have to this person's account. Null if a concurrent sign-in was
   * faster. Throws `Problem('email_taken')` for an admin's account.
   */
  async function replace(tx: DbOrTx, person: PersonWithEmail, id: number): Promise<SignIn | null> {
    await revokeSessionlessAccess(tx, id);
    const [there] = await tx.select().from(users).where(eq(users.id, id)).for('update');
    if (!there || isVerified(there)) return null;
    // An unconfirmed address may be another person's, and an admin's right is not theirs.
    if (there.isAdmin) {
      throw new Problem(
        'email_taken',
        'There’s already an account with this email, but its address was never confirmed. Please sign in with your password.',
      );
    }
    await signOutEverywhere(tx, id);
    const user = await completeProfile(tx, person, id, {
      googleId: person.uid,
      passwordHash: null,
      feedToken: null,
      authProvider: 'google',
    });
    await outbox.post(tx, {
      about: `user:${id}`,
      kind: 'secured',
      to: user.email,
      message: securedEmail({ publicUrl, supportEmail }),
    });
    return {
      user,
      isNewUser: false,
      message:
        'Signed in with Google. Nobody had confirmed this email before, so the old password no longer works, and every other session and every link to an episode has ended.',
    };
  }

  /** Null if a concurrent request took this Google id, address or username. */
  async function register(
    tx: DbOrTx,
    person: PersonWithEmail,
    attempt: number,
  ): Promise<SignIn | null> {
    await signups?.admit(tx, null);
    const { email, emailVerified } = person;
    const [user] = await tx
      .insert(users)
      .values({
        email,
        username: usernameFor(email, attempt),
        googleId: person.uid,
        authProvider: 'google',
        ...namesOf(person.name),
        profileImageUrl: pictureOf(person.picture),
        ...(emailVerified && { emailVerifiedAt: sql`now()`, emailVerifiedBy: 'google' as const }),
      })
      .onConflictDoNothing()
      .returning();
    return user ? { user, isNewUser: true, message: 'Your account was created' } : null;
  }

  async function signInOrRegister(person: PersonWithEmail): Promise<SignIn> {
    for (let attempt = 0; attempt < 10; attempt++) {
      const signIn = await db.transaction(async (tx) => {
        const signedIn =
          (await signInKnown(tx, person)) ??
          (await linkByEmail(tx, person)) ??
          (await register(tx, person, attempt));
        if (!signedIn) return null;
        if (signedIn.isNewUser) await emailVerification.welcome(tx, signedIn.user);
        return { ...signedIn, user: await admins.grantAdminIfListed(tx, signedIn.user) };
      });
      if (signIn) return signIn;
    }
    throw new Problem('conflict', 'Session creation failed');
  }

  return {
    /**
     * Throws `bad_credentials`, `forbidden` (another provider, or closed to new accounts),
     * `invalid` (no address) or `email_taken` (unverified at Google, or an unverified admin).
     */
    async signIn({ firebaseToken, user }: FirebaseSessionRequest): Promise<SignIn> {
      const person = await check.verify(firebaseToken);
      if (person?.uid !== user.uid) throw unconfirmed();
      // The Firebase project may allow other providers, e.g. passwords, which verify no address.
      if (person.provider !== 'google.com') {
        throw new Problem('forbidden', 'Please sign in with Google, or with email and password.');
      }
      const { email } = person;
      if (!email) {
        throw new Problem(
          'invalid',
          'Google didn’t tell us your email address, and we need one to send your episodes to. Please register with email and password.',
        );
      }
      return signInOrRegister({ ...person, email });
    },

    /** Creates no account and signs nobody in. Throws `Problem('bad_credentials')`. */
    async confirmsVisitor(token: string, visitor: User | null): Promise<boolean> {
      const person = await check.verify(token);
      if (!person || Date.now() - person.issuedAt.getTime() > SYNC_MAX_AGE) throw unconfirmed();
      return visitor?.googleId === person.uid;
    },
  };
}

function unconfirmed(): Problem {
  return new Problem('bad_credentials', 'Google couldn’t confirm who you are. Please try again.');
}

/** Fills empty fields only; marks the address as verified if Google has verified it. */
async function completeProfile(
  tx: DbOrTx,
  person: PersonWithEmail,
  id: number,
  more: Partial<typeof users.$inferInsert> = {},
): Promise<User> {
  const { firstName, lastName } = namesOf(person.name);
  const isNameless = and(sql`${users.firstName} is null`, sql`${users.lastName} is null`);
  const [there] = await tx.select().from(users).where(eq(users.id, id)).for('update');
  const [user] = await tx
    .update(users)
    .set({
      ...(there && confirms(person, there) && verifiedBy('google')),
      firstName: sql`case when ${isNameless} then ${firstName} else ${users.firstName} end`,
      lastName: sql`case when ${isNameless} then ${lastName} else ${users.lastName} end`,
      profileImageUrl: sql`coalesce(${users.profileImageUrl}, ${pictureOf(person.picture)})`,
      updatedAt: sql`now()`,
      ...more,
    })
    .where(eq(users.id, id))
    .returning();
  if (!user) throw new Error('the account was deleted during the sign-in');
  return user;
}

function confirms({ email, emailVerified }: PersonWithEmail, account: User): boolean {
  return emailVerified && addressKey(email) === addressKey(account.email);
}
