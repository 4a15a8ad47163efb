import { type RequestHandler, Router } from 'express';
import {
  devModeRequest,
  type FirebaseSessionReply,
  firebaseSessionRequest,
  forgotRequest,
  registerRequest,
  resetRequest,
  verifyEmailRequest,
} from '#shared/account.ts';
import { Problem } from '#shared/problem.ts';
import { delayRefusals } from '../http/delayRefusals.ts';
import type { Limit } from '../http/limits.ts';
import { atThisMachine } from '../http/loopback.ts';
import { parse } from '../http/parse.ts';
import { log } from '../log.ts';
import { type Accounts, presentAccount } from './accounts.ts';
import type { Demo } from './demo.ts';
import type { EmailVerification } from './emailVerification.ts';
import type { Google } from './google.ts';
import { signedIn, userOf, visitorOf } from './guard.ts';
import { type Identity, leave } from './passport.ts';
import type { PasswordResets } from './passwordResets.ts';

/** `/api/auth/…`: who is here, coming in, going out, and a password that was forgotten. */
export function authRoutes(tools: {
  accounts: Accounts;
  identity: Identity;
  passwordResets: PasswordResets;
  google: Google;
  emailVerification: EmailVerification;
  /** Null where nobody may play a demo account. */
  demo: Demo | null;
  limit: Limit;
  /** How long who comes too often waits to be told so, ms. */
  refuseAfter: number;
}): Router {
  const {
    accounts,
    identity,
    passwordResets,
    google,
    emailVerification,
    demo,
    limit,
    refuseAfter,
  } = tools;
  const routes = Router();

  routes.get('/me', (req, res) => {
    const user = visitorOf(req);
    res.set('Cache-Control', 'no-store').json({ user: user && presentAccount(user) });
  });

  routes.post('/register', limit('register', 200, 3600), async (req, res) => {
    const request = parse(registerRequest, req.body, 'Invalid registration data');
    const user = await accounts.register(request);
    await identity.enter(req, user).catch((error) => {
      log.error({ err: error }, 'a new account could not be signed in');
      throw new Problem('internal', 'Registered but login failed');
    });
    res.status(201).json({ user: presentAccount(user) });
  });

  // Wrong passwords are counted where they are found to be wrong: `passwordAttempts.ts`.
  routes.post('/login', identity.login);

  routes.post('/firebase-session', limit('firebase-session', 200, 300), async (req, res) => {
    const request = parse(firebaseSessionRequest, req.body, 'Session creation failed');
    const { user, isNewUser, message } = await google.arrive(request);
    await identity.enter(req, user);
    const reply: FirebaseSessionReply = {
      success: true,
      message,
      user: presentAccount(user),
      isNewUser,
    };
    res.json(reply);
  });

  routes.post('/logout', async (req, res) => {
    await leave(req);
    res.json({ success: true });
  });

  routes.post('/forgot-password', limit('forgot', 10, 3600), async (req, res) => {
    await passwordResets.ask(parse(forgotRequest, req.body));
    res.json({ success: true });
  });

  routes.post('/reset-password', limit('reset', 30, 3600), async (req, res) => {
    await passwordResets.use(parse(resetRequest, req.body));
    res.json({ success: true });
  });

  const proving = limit('verify-email', 60, 3600);
  routes.post('/verify-email', signedIn, proving, async (req, res) => {
    await emailVerification.use(parse(verifyEmailRequest, req.body).token, userOf(req));
    res.json({ success: true });
  });

  const perUser = limit('verify-email-again', 5, 3600, (req) => String(userOf(req).id));
  routes.post('/verify-email/resend', signedIn, perUser, async (req, res) => {
    await emailVerification.ask(userOf(req));
    res.json({ success: true });
  });

  // What firebase/auth sends to its `authTokenSyncURL`: a bearer token, or DELETE for nobody.
  routes.post('/token-sync', limit('token-sync', 200, 300), async (req, res) => {
    const token = /^Bearer (\S{1,8192})$/i.exec(req.get('authorization') ?? '')?.[1] ?? '';
    const isVisitor = await google.vouches(token, visitorOf(req));
    // A change to the session renews its cookie and its time.
    if (isVisitor) req.session.syncedAt = Date.now();
    res.json({ success: true, signedIn: isVisitor });
  });
  // Firebase has nobody also for whoever came in with a password: no reason to sign them out.
  routes.delete('/token-sync', (_req, res) => void res.status(204).end());

  if (demo) routes.post('/dev-mode', devMode(demo, identity));
  routes.use(delayRefusals(refuseAfter));
  return routes;
}

/** The spec's development-mode value; to everybody but a person at this machine it is not there. */
function devMode(demo: Demo, identity: Identity): RequestHandler {
  return async (req, res, next) => {
    if (!atThisMachine(req)) return next('router');
    const { value } = parse(devModeRequest, req.body);
    if (value === 'logout') {
      await leave(req);
      return void res.json({ user: null });
    }
    const user = await demo.account(value);
    await identity.enter(req, user);
    res.json({ user: presentAccount(user) });
  };
}
