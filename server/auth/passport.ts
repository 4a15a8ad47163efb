import type { Request, RequestHandler } from 'express';
import { Passport } from 'passport';
import { Strategy } from 'passport-local';
import { loginRequest } from '#shared/account.ts';
import { Problem } from '#shared/problem.ts';
import { parse } from '../http/parse.ts';
import { type Accounts, presentAccount } from './accounts.ts';
import type { User } from './guard.ts';

export interface Identity {
  /** Restores the visitor's account from the session; needs the session middleware before it. */
  middleware: RequestHandler[];
  /** Checks email and password, and signs in. Throws a `Problem` whose message the spec names. */
  login: RequestHandler;
  /** Signs in under a fresh session id, so that an id known to someone else is worth nothing. */
  enter(req: Request, user: User): Promise<void>;
}

export function openIdentity(accounts: Accounts): Identity {
  const passport = new Passport();
  passport.use(
    new Strategy({ usernameField: 'email' }, (email, password, done) => {
      accounts.check({ email, password }).then((user) => done(null, user), done);
    }),
  );
  passport.serializeUser<number>((user, done) => done(null, user.id));
  passport.deserializeUser<number>((id, done) => {
    accounts.find(id).then((user) => done(null, user ?? false), done);
  });

  async function enter(req: Request, user: User): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // Passport regenerates the session here (since 0.6).
    req.login(user, (error) => (error ? reject(error) : resolve()));
    await promise;
  }

  const login: RequestHandler = async (req, res, next) => {
    req.body = parse(loginRequest, req.body, 'Invalid login data');
    passport.authenticate('local', (error: unknown, user: User | false) => {
      if (error || !user) return next(error ?? new Problem('internal', 'Login failed'));
      enter(req, user).then(() => res.json({ user: presentAccount(user) }), next);
    })(req, res, next);
  };

  return { middleware: [passport.initialize(), passport.session()], login, enter };
}
