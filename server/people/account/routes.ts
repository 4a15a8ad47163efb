import { z } from 'zod';
import {
  accountDeletion,
  accountPatch,
  account as accountReply,
  disownReply,
  disownRequest,
  feedReply,
} from '#shared/account.ts';
import { brand } from '#shared/brand.ts';
import type { Limit } from '../../base/bounds/requestLimits.ts';
import { type Endpoint, endpoint } from '../../base/http/endpoint.ts';
import type { Feeds } from '../../episodes/feed/feeds.ts';
import { presentAccount } from '../auth/accounts.ts';
import type { EmailVerification } from '../auth/emailVerification.ts';
import { destroySession, type Identity } from '../auth/passport.ts';
import type { Account } from './account.ts';

export function accountEndpoints(tools: {
  account: Account;
  feeds: Feeds;
  identity: Identity;
  emailVerification: EmailVerification;
  limit: Limit;
}): Endpoint[] {
  const { account, feeds, identity, emailVerification, limit } = tools;
  // Limits password guesses from a session that was left open.
  const perUser = limit('account');
  return [
    endpoint('POST /api/account/disown', {
      summary: 'Close an account that someone else registered, by the emailed link',
      access: 'anyone',
      before: limit('disown'),
      body: disownRequest,
      reply: disownReply,
      async handle({ body }) {
        const user = await emailVerification.accountToDisown(body.token);
        return { success: true as const, deleted: await account.disown(user) };
      },
    }),
    endpoint('PATCH /api/account', {
      summary: 'Change name, memory or password',
      access: 'signed in',
      before: perUser,
      body: accountPatch,
      reply: z.object({ user: accountReply }),
      async handle({ req, user, body }) {
        const changed = await account.change(user, body, req);
        // A new password ends every session, including this one.
        if (body.password) await identity.startSession(req, changed);
        return { user: presentAccount(changed) };
      },
    }),
    endpoint('GET /api/account/export', {
      summary: 'Everything we hold about the account, as a file',
      access: 'signed in',
      before: perUser,
      type: 'application/json',
      async handle({ res, user }) {
        const data = await account.export(user);
        res
          .set('Cache-Control', 'private, no-store')
          .attachment(`${brand.name.toLowerCase()}-data.json`);
        return JSON.stringify(data, null, 2);
      },
    }),
    endpoint('DELETE /api/account', {
      summary: 'Delete the account and everything in it',
      access: 'signed in',
      before: perUser,
      body: accountDeletion,
      status: 204,
      async handle({ req, user, body }) {
        await account.remove(user, body, req);
        await destroySession(req);
      },
    }),
    endpoint('GET /api/account/feed', {
      summary: 'Where the private feed is',
      access: 'signed in',
      reply: feedReply,
      handle: async ({ user }) => ({ feedUrl: await feeds.addressOf(user) }),
    }),
    endpoint('POST /api/account/feed', {
      summary: 'Give the private feed a new address',
      access: 'signed in',
      before: perUser,
      status: 201,
      reply: feedReply,
      handle: async ({ user }) => ({ feedUrl: await feeds.changeAddress(user) }),
    }),
  ];
}
