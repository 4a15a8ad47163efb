import { type Request, type RequestHandler, Router } from 'express';
import { forgotRequest, registerRequest, resetRequest } from '#shared/account.ts';
import { Problem } from '#shared/problem.ts';
import type { Limit } from '../http/limits.ts';
import { parse } from '../http/parse.ts';
import { log } from '../log.ts';
import { type Accounts, presentAccount } from './accounts.ts';
import { visitorOf } from './guard.ts';
import type { Identity } from './passport.ts';
import type { Resets } from './resets.ts';

/** `/api/auth/…`: who is here, coming in, going out, and a password that was forgotten. */
export function authRoutes(tools: {
  accounts: Accounts;
  identity: Identity;
  resets: Resets;
  limit: Limit;
}): Router {
  const { accounts, identity, resets, limit } = tools;
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

  routes.post('/login', limit('login', 20, 300, perAccount), identity.login);

  routes.post('/logout', async (req, res) => {
    await leave(req);
    res.json({ success: true });
  });

  routes.post('/forgot-password', limit('forgot', 10, 3600), async (req, res) => {
    await resets.ask(parse(forgotRequest, req.body));
    res.json({ success: true });
  });

  routes.post('/reset-password', limit('reset', 30, 3600), async (req, res) => {
    await resets.use(parse(resetRequest, req.body));
    res.json({ success: true });
  });
  return routes;
}

/** `GET /api/logout`: the spec's full-page sign-out, refused only when another site asks for it. */
export const signOutPage: RequestHandler = async (req, res) => {
  if (req.get('sec-fetch-site') === 'cross-site') {
    throw new Problem('cross_site', 'This request came from another site');
  }
  await leave(req);
  res.redirect(302, '/');
};

async function leave(req: Request): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  req.session.destroy((error) => (error ? reject(error) : resolve()));
  await promise;
}

/** One attacker's guesses do not lock the owner out from elsewhere. */
function perAccount(req: Request): string {
  const email = (req.body as { email?: unknown } | undefined)?.email;
  return `${req.ip}:${String(email).toLowerCase().slice(0, 200)}`;
}
