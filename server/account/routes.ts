import { Router } from 'express';
import { accountDeletion, accountPatch, disownRequest } from '#shared/account.ts';
import { brand } from '#shared/brand.ts';
import { presentAccount } from '../auth/accounts.ts';
import type { EmailVerification } from '../auth/emailVerification.ts';
import { signedIn, userOf } from '../auth/guard.ts';
import { type Identity, leave } from '../auth/passport.ts';
import type { Feeds } from '../feeds/feeds.ts';
import type { Limit } from '../http/limits.ts';
import { parse } from '../http/parse.ts';
import type { Account } from './account.ts';

/** `/api/account`: the signed-in person's own. */
export function accountRoutes(tools: {
  account: Account;
  feeds: Feeds;
  identity: Identity;
  emailVerification: EmailVerification;
  limit: Limit;
}): Router {
  const { account, feeds, identity, emailVerification, limit } = tools;
  const routes = Router();

  // By the link of a letter: whoever gets it may have no account here at all.
  routes.post('/disown', limit('disown', 30, 3600), async (req, res) => {
    const user = await emailVerification.disowned(parse(disownRequest, req.body).token);
    res.json({ success: true, deleted: await account.disown(user) });
  });

  routes.use(signedIn);

  // A session left open must not become a place to guess the password at.
  const perUser = limit('account', 30, 300, (req) => String(userOf(req).id));
  routes.patch('/', perUser, async (req, res) => {
    const change = parse(accountPatch, req.body);
    const user = await account.change(userOf(req), change, req);
    // Every session has ended, this browser's too: it goes on under a new one.
    if (change.password) await identity.enter(req, user);
    res.json({ user: presentAccount(user) });
  });
  routes.get('/export', perUser, async (req, res) => {
    const data = await account.export(userOf(req));
    res
      .set('Cache-Control', 'private, no-store')
      .attachment(`${brand.name.toLowerCase()}-data.json`)
      .send(JSON.stringify(data, null, 2));
  });
  routes.delete('/', perUser, async (req, res) => {
    await account.remove(userOf(req), parse(accountDeletion, req.body), req);
    // Its rows are gone with the account; this browser's begins anew.
    await leave(req);
    res.status(204).end();
  });
  routes.get('/feed', async (req, res) => {
    res.json({ feedUrl: await feeds.addressOf(userOf(req)) });
  });
  routes.post('/feed', perUser, async (req, res) => {
    res.status(201).json({ feedUrl: await feeds.changeAddress(userOf(req)) });
  });
  return routes;
}
