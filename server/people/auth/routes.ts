import type { Request, Response } from 'express';
import { z } from 'zod';
import {
  account,
  devModeRequest,
  firebaseSessionReply,
  firebaseSessionRequest,
  forgotRequest,
  loginRequest,
  registerRequest,
  resetRequest,
  verifyEmailRequest,
} from '#shared/account.ts';
import { Problem } from '#shared/problem.ts';
import { isLocalRequest, shareOf } from '../../base/bounds/network.ts';
import type { Limit } from '../../base/bounds/requestLimits.ts';
import { done, doneReply, type Endpoint, endpoint } from '../../base/http/endpoint.ts';
import { pageOf } from '../../base/http/errors.ts';
import { log } from '../../base/kit/log.ts';
import { type Accounts, type Demo, presentAccount } from './accounts.ts';
import type { EmailVerification } from './emailVerification.ts';
import type { Google } from './googleSignIn.ts';
import { destroySession, type Identity } from './passport.ts';
import type { PasswordResets } from './passwordResets.ts';

const userReply = z.object({ user: account });
const userOrNobody = z.object({ user: account.nullable() });

export function authEndpoints(tools: {
  accounts: Accounts;
  identity: Identity;
  passwordResets: PasswordResets;
  google: Google | null;
  emailVerification: EmailVerification;
  /** False where no link can be emailed: an operator hands out those for new passwords. */
  sendsEmail: boolean;
  demo: Demo | null;
  limit: Limit;
}): Endpoint[] {
  const { accounts, identity, passwordResets, emailVerification, google, demo, limit } = tools;
  return [
    endpoint('GET /api/auth/me', {
      summary: 'Who is signed in, or null',
      access: 'anyone',
      reply: userOrNobody,
      handle({ res, user }) {
        res.set('Cache-Control', 'no-store');
        return { user: user && presentAccount(user) };
      },
    }),
    endpoint('POST /api/auth/register', {
      summary: 'Make an account and sign in',
      access: 'anyone',
      before: limit('register'),
      body: registerRequest,
      invalid: 'Invalid registration data',
      status: 201,
      reply: userReply,
      async handle({ req, body }) {
        const user = await accounts.register(body, shareOf(req));
        await identity.startSession(req, user).catch((error) => {
          log.error({ err: error }, 'could not sign in to a new account');
          throw new Problem('internal', 'Registered but login failed');
        });
        return { user: presentAccount(user) };
      },
    }),
    // No limit here: `passwordAttempts.ts` counts passwords, wrong and right ones.
    endpoint('POST /api/auth/login', {
      summary: 'Sign in by email and password',
      access: 'anyone',
      body: loginRequest,
      invalid: 'Invalid login data',
      reply: userReply,
      async handle({ req, body }) {
        const user = await identity.checkPassword(req, body);
        await identity.startSession(req, user);
        return { user: presentAccount(user) };
      },
    }),
    endpoint('POST /api/auth/logout', {
      summary: 'Sign out',
      access: 'anyone',
      reply: doneReply,
      handle: ({ req }) => done(destroySession(req)),
    }),
    // Asks first if `Sec-Fetch-Site` is missing: another site may have sent the browser.
    endpoint('GET /api/logout', {
      summary: 'Sign out and go home; asks first where the browser does not say who sent it',
      access: 'anyone',
      status: 302,
      async handle({ req, res }) {
        const site = req.get('sec-fetch-site');
        if (site === 'same-origin' || site === 'none') return signOut({ req, res });
        if (site) throw new Problem('cross_site', 'This request came from another site');
        res
          .status(200)
          .set('Cache-Control', 'no-store')
          .type('html')
          .send(pageOf('Sign out of your account?', FORM));
      },
    }),
    endpoint('POST /api/logout', {
      summary: 'What that page sends',
      access: 'anyone',
      status: 302,
      handle: signOut,
    }),
    endpoint('POST /api/auth/reset-password', {
      summary: 'Set a new password by a link that was emailed or handed over',
      access: 'anyone',
      before: limit('reset-password'),
      body: resetRequest,
      reply: doneReply,
      handle: ({ req, body }) => done(passwordResets.reset(body, shareOf(req))),
    }),
    ...(tools.sendsEmail
      ? [
          endpoint('POST /api/auth/forgot-password', {
            summary: 'Email a link to set a new password',
            access: 'anyone',
            before: limit('forgot-password'),
            body: forgotRequest,
            reply: doneReply,
            handle: ({ body }) => done(passwordResets.request(body)),
          }),
          endpoint('POST /api/auth/verify-email', {
            summary: 'Confirm the address of one’s own account by the emailed link',
            access: 'owner',
            before: limit('verify-email'),
            body: verifyEmailRequest,
            reply: doneReply,
            handle: ({ user, body }) => done(emailVerification.verify(body.token, user)),
          }),
          endpoint('POST /api/auth/verify-email/resend', {
            summary: 'Email that link again',
            access: 'signed in',
            before: limit('verify-email-again'),
            reply: doneReply,
            handle: ({ user }) => done(emailVerification.resend(user)),
          }),
        ]
      : []),
    ...(google
      ? [
          endpoint('POST /api/auth/firebase-session', {
            summary: 'Sign in by a token of Firebase',
            access: 'anyone',
            before: limit('google-sign-in'),
            body: firebaseSessionRequest,
            invalid: 'Session creation failed',
            reply: firebaseSessionReply,
            async handle({ req, body }) {
              const { user, isNewUser, message } = await google.signIn(body);
              await identity.startSession(req, user);
              return { success: true as const, message, user: presentAccount(user), isNewUser };
            },
          }),
          // firebase/auth calls its `authTokenSyncURL` with a bearer token, or DELETE when nobody is
          // signed in to Firebase. That is no reason to sign out: they may have signed in by password.
          endpoint('POST /api/auth/token-sync', {
            summary: 'Firebase’s fresh token keeps the session alive',
            access: 'anyone',
            before: limit('google-token'),
            headers: z.object({ Authorization: z.string().regex(/^Bearer \S{1,8192}$/i) }),
            reply: z.object({ success: z.literal(true), signedIn: z.boolean() }),
            async handle({ req, user }) {
              const token =
                /^Bearer (\S{1,8192})$/i.exec(req.get('authorization') ?? '')?.[1] ?? '';
              const signedIn = await google.confirmsVisitor(token, user);
              // A change of the session renews its cookie and its expiry.
              if (signedIn) req.session.syncedAt = Date.now();
              return { success: true as const, signedIn };
            },
          }),
          endpoint('DELETE /api/auth/token-sync', {
            summary: 'Firebase has nobody signed in; changes nothing',
            access: 'anyone',
            status: 204,
            handle() {},
          }),
        ]
      : []),
    ...(demo
      ? [
          endpoint('POST /api/auth/dev-mode', {
            summary: 'Play a demo account, from this machine only',
            access: 'anyone',
            before(req, _res, next) {
              if (!isLocalRequest(req))
                throw new Problem('not_found', 'There is nothing at this address');
              next();
            },
            body: devModeRequest,
            reply: userOrNobody,
            async handle({ req, body }) {
              if (body.value === 'logout') {
                await destroySession(req);
                return { user: null };
              }
              const user = await demo(body.value);
              await identity.startSession(req, user);
              return { user: presentAccount(user) };
            },
          }),
        ]
      : []),
  ];
}

/** A form, because browsers always state the origin of a form's POST, unlike that of a link. */
const FORM = '<form method="post" action="/api/logout"><button>Sign Out</button></form>';

async function signOut({ req, res }: { req: Request; res: Response }): Promise<void> {
  await destroySession(req);
  res.redirect(302, '/');
}
