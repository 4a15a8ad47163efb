import { and, eq, sql } from 'drizzle-orm';
import type { FirebaseSessionRequest } from '#shared/account.ts';
import { Problem } from '#shared/problem.ts';
import type { Db, DbOrTx } from '../db/open.ts';
import { users } from '../db/tables.ts';
import type { Admins } from './admins.ts';
import type { User } from './guard.ts';
import { namesOf, pictureOf, usernameFor } from './names.ts';
import type { Proofs } from './proofs.ts';
import { signOutEverywhere } from './sessions.ts';

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
  proofs: Proofs;
  admins: Admins;
}): Google {
  const { db, check, proofs, admins } = tools;

  async function enrol(person: Addressed): Promise<Arrival> {
    for (let attempt = 0; attempt < 10; attempt++) {
      const arrival = await db.transaction(async (tx) => {
        const arrived =
          (await known(tx, person)) ??
          (await join(tx, person)) ??
          (await make(tx, person, attempt));
        if (!arrived) return null;
        if (arrived.isNewUser) await proofs.welcome(tx, arrived.user);
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

async function known(tx: DbOrTx, person: Addressed): Promise<Arrival | null> {
  const [user] = await tx
    .update(users)
    .set(filledFrom(person))
    .where(eq(users.googleId, person.uid))
    .returning();
  if (!user) return null;
  return { user, isNewUser: false, message: 'Signed in with Google' };
}

/** Joins the account that has this address already. */
async function join(tx: DbOrTx, person: Addressed): Promise<Arrival | null> {
  const [there] = await tx
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, person.email.toLowerCase()))
    .for('update');
  // The person's own, made a moment ago by a sign-in beside this one: met again as known.
  if (!there || there.googleId === person.uid) return null;
  if (!person.emailVerified) {
    throw new Problem(
      'email_taken',
      'There is an account with this email already, and Google has not confirmed that the address is yours. Please sign in with your password.',
    );
  }
  // Whoever made an account without proving its address may have done so before its owner came.
  const isStranger = there.emailVerifiedAt === null;
  if (isStranger) await signOutEverywhere(tx, there.id);
  const [user] = await tx
    .update(users)
    .set({
      ...filledFrom(person),
      googleId: person.uid,
      ...(isStranger ? { passwordHash: null, feedToken: null, authProvider: 'google' } : {}),
    })
    .where(eq(users.id, there.id))
    .returning();
  if (!user) throw new Error('the account vanished while it was locked');
  const message = isStranger
    ? 'Signed in with Google. Nobody had confirmed this email before, so the old password no longer works and every other session was ended.'
    : 'Signed in. Google now opens your account too.';
  return { user, isNewUser: false, message };
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
      emailVerifiedAt: person.emailVerified ? sql`now()` : null,
    })
    .onConflictDoNothing()
    .returning();
  if (!user) return null;
  return { user, isNewUser: true, message: 'Your account was created' };
}

/** Fills what is empty and leaves what the person wrote; proves the address when Google has. */
function filledFrom(person: Addressed) {
  const { firstName, lastName } = namesOf(person.name);
  const isNameless = and(sql`${users.firstName} is null`, sql`${users.lastName} is null`);
  const isProof = person.emailVerified
    ? eq(sql`lower(${users.email})`, person.email.toLowerCase())
    : sql`false`;
  return {
    emailVerifiedAt: sql`case when ${isProof} then coalesce(${users.emailVerifiedAt}, now()) else ${users.emailVerifiedAt} end`,
    firstName: sql`case when ${isNameless} then ${firstName} else ${users.firstName} end`,
    lastName: sql`case when ${isNameless} then ${lastName} else ${users.lastName} end`,
    profileImageUrl: sql`coalesce(${users.profileImageUrl}, ${pictureOf(person.picture)})`,
    updatedAt: sql`now()`,
  };
}
