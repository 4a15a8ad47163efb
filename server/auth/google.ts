import { and, eq, sql } from 'drizzle-orm';
import type { FirebaseSessionRequest } from '#shared/account.ts';
import { Problem } from '#shared/problem.ts';
import type { Db, DbOrTx } from '../db/open.ts';
import { users } from '../db/tables.ts';
import { securedEmail } from '../email/templates/secured.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Admins } from './admins.ts';
import { addressKey, hasAddress } from './emailAddress.ts';
import type { EmailVerification } from './emailVerification.ts';
import { namesOf, pictureOf, usernameFor } from './names.ts';
import { signOutEverywhere } from './sessions.ts';
import type { User } from './user.ts';
import { isVerified, verifiedBy } from './verified.ts';

/** What a verified token says; nothing in it comes from the browser's own word. */
export interface Person {
  /** Firebase's id of the person, the same for ever within one project. */
  uid: string;
  email: string | null;
  emailVerified: boolean;
  name: string;
  picture: string | null;
  /** How this very sign-in was made, e.g. `google.com`. */
  provider: string;
  issuedAt: Date;
}

/** Whoever can tell a good ID token from a bad one. */
export interface TokenCheck {
  /** Null for a token that is not good; throws `ProviderFailure` when nobody can tell now. */
  verify(token: string): Promise<Person | null>;
  close(): Promise<void>;
}

type Addressed = Person & { email: string };

interface Arrival {
  user: User;
  isNewUser: boolean;
  /** Told to the person. */
  message: string;
}

/** How old a token may be that Firebase reports, ms (spec section 9). */
const SYNC_MAX_AGE = 5 * 60 * 1000;

export interface Google {
  /**
   * The account of whoever the token names, made at need. Throws `Problem`: `bad_credentials`,
   * `forbidden` (another provider), `invalid` (no address), `email_taken` (address not verified).
   */
  arrive(request: FirebaseSessionRequest): Promise<Arrival>;
  /**
   * Firebase's report of a fresh token: true when it names this very visitor. Makes nobody an
   * account and signs nobody in. Throws `Problem('bad_credentials')`.
   */
  vouches(token: string, visitor: User | null): Promise<boolean>;
}

export function openGoogle(tools: {
  db: Db;
  check: TokenCheck;
  emailVerification: EmailVerification;
  admins: Admins;
  outbox: Pick<Outbox, 'post'>;
  supportEmail: string;
  /** Ends what goes on without a session. To be called before the account's row is locked. */
  endLeftovers(tx: DbOrTx, userId: number): Promise<void>;
}): Google {
  const { db, check, emailVerification, admins, outbox, supportEmail, endLeftovers } = tools;

  /** The account that this person's id at Google belongs to. */
  async function known(tx: DbOrTx, person: Addressed): Promise<Arrival | null> {
    const [there] = await tx.select().from(users).where(eq(users.googleId, person.uid));
    if (!there) return null;
    // Joined by a proof that anybody may have made, so its password may be anybody's. An account
    // that began with Google was this person's from the start.
    const isStrangers =
      !isVerified(there) && there.authProvider === 'local' && confirms(person, there);
    if (isStrangers) return replace(tx, person, there.id);
    const user = await fill(tx, person, there.id);
    return { user, isNewUser: false, message: 'Signed in with Google' };
  }

  /** Joins the account that has this address already. */
  async function join(tx: DbOrTx, person: Addressed): Promise<Arrival | null> {
    const [seen] = await tx.select().from(users).where(hasAddress(person.email));
    // The person's own, made a moment ago by a sign-in beside this one: met again as known.
    if (!seen || seen.googleId === person.uid) return null;
    if (!person.emailVerified) {
      throw new Problem(
        'email_taken',
        'There is an account with this email already, and Google has not confirmed that the address is yours. Please sign in with your password.',
      );
    }
    // Whoever made an account without proving its address may have done so before its owner came.
    if (!isVerified(seen)) return replace(tx, person, seen.id);
    const user = await fill(tx, person, seen.id, { googleId: person.uid });
    return { user, isNewUser: false, message: 'Signed in. Google now opens your account too.' };
  }

  /**
   * Ends all that somebody else may have set up in this person's account, and tells the person. Null
   * when a sign-in beside this one was faster.
   */
  async function replace(tx: DbOrTx, person: Addressed, id: number): Promise<Arrival | null> {
    await endLeftovers(tx, id);
    const [there] = await tx.select().from(users).where(eq(users.id, id)).for('update');
    if (!there || isVerified(there)) return null;
    await signOutEverywhere(tx, id);
    const user = await fill(tx, person, id, {
      googleId: person.uid,
      passwordHash: null,
      feedToken: null,
      authProvider: 'google',
    });
    await outbox.post(tx, {
      about: `user:${id}`,
      kind: 'secured',
      to: user.email,
      message: securedEmail({ supportEmail }),
    });
    return {
      user,
      isNewUser: false,
      message:
        'Signed in with Google. Nobody had confirmed this email before, so the old password no longer works, and every other session and every link to an episode was ended.',
    };
  }

  async function enrol(person: Addressed): Promise<Arrival> {
    for (let attempt = 0; attempt < 10; attempt++) {
      const arrival = await db.transaction(async (tx) => {
        const arrived =
          (await known(tx, person)) ??
          (await join(tx, person)) ??
          (await make(tx, person, attempt));
        if (!arrived) return null;
        if (arrived.isNewUser) await emailVerification.welcome(tx, arrived.user);
        return { ...arrived, user: await admins.appoint(tx, arrived.user) };
      });
      if (arrival) return arrival;
    }
    throw new Problem('conflict', 'Session creation failed');
  }

  return {
    async arrive({ firebaseToken, user }) {
      const person = await check.verify(firebaseToken);
      if (person?.uid !== user.uid) throw unconfirmed();
      // The project may let people in by other ways, e.g. with a password that proves no address.
      if (person.provider !== 'google.com') {
        throw new Problem('forbidden', 'Please sign in with Google, or with email and password.');
      }
      const { email } = person;
      if (!email) {
        throw new Problem(
          'invalid',
          'Google did not tell us your email address, and your episodes need one to go to. Please register with email and password.',
        );
      }
      return enrol({ ...person, email });
    },

    async vouches(token, visitor) {
      const person = await check.verify(token);
      if (!person || Date.now() - person.issuedAt.getTime() > SYNC_MAX_AGE) throw unconfirmed();
      return visitor?.googleId === person.uid;
    },
  };
}

function unconfirmed(): Problem {
  return new Problem('bad_credentials', 'Google could not confirm who you are. Please try again.');
}

/** Null when somebody else was faster with this person, address or user name. */
async function make(tx: DbOrTx, person: Addressed, attempt: number): Promise<Arrival | null> {
  const [user] = await tx
    .insert(users)
    .values({
      email: person.email,
      username: usernameFor(person.email, attempt),
      googleId: person.uid,
      authProvider: 'google',
      ...namesOf(person.name),
      profileImageUrl: pictureOf(person.picture),
      ...(person.emailVerified && {
        emailVerifiedAt: sql`now()`,
        emailVerifiedBy: 'google' as const,
      }),
    })
    .onConflictDoNothing()
    .returning();
  if (!user) return null;
  return { user, isNewUser: true, message: 'Your account was created' };
}

/** Fills what is empty and leaves what the person wrote; proves the address when Google has. */
async function fill(
  tx: DbOrTx,
  person: Addressed,
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
  if (!user) throw new Error('the account vanished while it was met');
  return user;
}

/** Whether Google says that the account's address is this person's. */
function confirms({ email, emailVerified }: Addressed, account: User): boolean {
  return emailVerified && addressKey(email) === addressKey(account.email);
}
