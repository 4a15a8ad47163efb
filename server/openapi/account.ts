import { z } from 'zod';
import {
  account,
  accountDeletion,
  accountPatch,
  devModeRequest,
  disownReply,
  disownRequest,
  feedReply,
  firebaseSessionReply,
  firebaseSessionRequest,
  forgotRequest,
  loginRequest,
  registerRequest,
  resetRequest,
  verifyEmailRequest,
} from '#shared/account.ts';
import { done, type Operations } from './operation.ts';

const user = z.object({ user: account });
const userOrNobody = z.object({ user: account.nullable() });

/** Coming in, going out, and what belongs to whoever is signed in. */
export const accountOperations: Operations = {
  'GET /api/auth/me': {
    summary: 'Who is signed in, or null',
    access: 'anyone',
    reply: userOrNobody,
  },
  'POST /api/auth/register': {
    summary: 'Make an account and sign in',
    access: 'anyone',
    body: registerRequest,
    status: 201,
    reply: user,
  },
  'POST /api/auth/login': {
    summary: 'Sign in by email and password',
    access: 'anyone',
    body: loginRequest,
    reply: user,
  },
  'POST /api/auth/firebase-session': {
    summary: 'Sign in by a token of Firebase',
    access: 'anyone',
    body: firebaseSessionRequest,
    reply: firebaseSessionReply,
  },
  'POST /api/auth/logout': { summary: 'Sign out', access: 'anyone', reply: done },
  'GET /api/logout': {
    summary: 'Sign out and go home; a page that asks, where the browser tells not who sent it',
    access: 'anyone',
    status: 302,
  },
  'POST /api/logout': { summary: 'What that page sends', access: 'anyone', status: 302 },
  'POST /api/auth/forgot-password': {
    summary: 'Have a link mailed that sets a new password',
    access: 'anyone',
    body: forgotRequest,
    reply: done,
  },
  'POST /api/auth/reset-password': {
    summary: 'Set a new password by the link that was mailed',
    access: 'anyone',
    body: resetRequest,
    reply: done,
  },
  'POST /api/auth/verify-email': {
    summary: 'Prove the address of one’s own account by the link that was mailed',
    access: 'owner',
    body: verifyEmailRequest,
    reply: done,
  },
  'POST /api/auth/verify-email/resend': {
    summary: 'Have that link mailed again',
    access: 'signed in',
    reply: done,
  },
  'POST /api/auth/token-sync': {
    summary: 'Firebase’s fresh token keeps the session alive',
    access: 'anyone',
    headers: z.object({ Authorization: z.string().regex(/^Bearer \S{1,8192}$/i) }),
    reply: z.object({ success: z.literal(true), signedIn: z.boolean() }),
  },
  'DELETE /api/auth/token-sync': {
    summary: 'Firebase has nobody signed in; changes nothing',
    access: 'anyone',
    status: 204,
  },
  'POST /api/account/disown': {
    summary: 'End an account that somebody else registered, by the link that was mailed',
    access: 'anyone',
    body: disownRequest,
    reply: disownReply,
  },
  'PATCH /api/account': {
    summary: 'Change name or password',
    access: 'signed in',
    body: accountPatch,
    reply: user,
  },
  'DELETE /api/account': {
    summary: 'Delete the account and everything in it',
    access: 'signed in',
    body: accountDeletion,
    status: 204,
  },
  'GET /api/account/export': {
    summary: 'Everything we hold about the account, as a file',
    access: 'signed in',
    reply: 'application/json',
  },
  'GET /api/account/feed': {
    summary: 'Where the private feed is',
    access: 'signed in',
    reply: feedReply,
  },
  'POST /api/account/feed': {
    summary: 'Give the private feed a new address',
    access: 'signed in',
    status: 201,
    reply: feedReply,
  },
};

/** Only where every provider is a stand-in. */
export const demoOperations: Operations = {
  'POST /api/auth/dev-mode': {
    summary: 'Play a demo account, from this machine only',
    access: 'anyone',
    body: devModeRequest,
    reply: userOrNobody,
  },
};
