import { hash } from 'node:crypto';
import type { Request } from 'express';
import { Passport } from 'passport';
import { Strategy } from 'passport-local';
import type { LoginRequest } from '#shared/account.ts';
import { Problem } from '#shared/problem.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import type { User } from '../../base/db/user.ts';
import { adoptSources } from '../../episodes/sources/sources.ts';
import type { Accounts } from './accounts.ts';
import type { KnownBrowsers } from './knownBrowsers.ts';
import { endOldestSessions } from './sessions.ts';

declare module 'express-session' {
  interface SessionData {
    /** `passwordFingerprint` at sign-in; stored under this name in existing sessions. */
    seal: string;
    /** When Firebase last confirmed this person, ms since 1970. */
    syncedAt: number;
    /** Ids of previews that this session asked for, newest first; no other session reaches them. */
    previews: string[];
    /** Tells this browser's verdicts on episodes from others'. Never sent to anybody. */
    browserKey: string;
  }
}

export type Identity = ReturnType<typeof openIdentity>;

export function openIdentity({
  db,
  accounts,
  known,
}: {
  db: Db;
  accounts: Accounts;
  known: KnownBrowsers;
}) {
  const passport = new Passport();
  passport.use(
    new Strategy(
      { usernameField: 'email', passReqToCallback: true },
      (req, email, password, done) => {
        accounts.check({ email, password }, req).then((user) => done(null, user), done);
      },
    ),
  );
  passport.serializeUser<number, Request>((req, user, done) => {
    req.session.seal = passwordFingerprint(user);
    done(null, user.id);
  });
  passport.deserializeUser<number, Request>((req, id, done) => {
    const isOpen = (user: User | null) => user && req.session.seal === passwordFingerprint(user);
    accounts.find(id).then((user) => done(null, isOpen(user) ? user : false), done);
  });

  async function startSession(req: Request, user: User): Promise<void> {
    const { visitorKey, previews, browserKey } = req.session;
    await endOldestSessions(db, user.id);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // Passport regenerates the session here (since 0.6).
    req.login(user, (error) => (error ? reject(error) : resolve()));
    await promise;
    if (previews) req.session.previews = previews;
    if (browserKey) req.session.browserKey = browserKey;
    if (visitorKey) await adoptSources(db, visitorKey, user.id);
    known.remember(req, user);
  }

  return {
    /** Restores the visitor's account from the session; needs the session middleware before it. */
    middleware: [passport.initialize(), passport.session()],
    /**
     * A fresh session id prevents session fixation. The visitor's previews and attachments stay.
     */
    startSession,
    /** Throws as `accounts.check` does. */
    async checkPassword(req: Request, login: LoginRequest): Promise<User> {
      const { promise, resolve, reject } = Promise.withResolvers<User>();
      req.body = login;
      passport.authenticate('local', (error: unknown, user: User | false) => {
        if (error || !user) reject(error ?? new Problem('internal', 'Login failed'));
        else resolve(user);
      })(req, req.res, reject);
      return promise;
    },
  };
}

export async function destroySession(req: Request): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  req.session.destroy((error) => (error ? reject(error) : resolve()));
  await promise;
}

/** A sign-in with the old password may store its session just after the new one ended all. */
function passwordFingerprint(user: Pick<User, 'id' | 'passwordHash'>): string {
  return hash('sha256', `${user.id}:${user.passwordHash}`, 'base64url');
}
