import { type RequestHandler, Router } from 'express';
import { Problem } from '#shared/problem.ts';
import { pageOf } from '../http/plainPage.ts';
import { leave } from './passport.ts';

/** A form, because it says where it comes from in every browser, which a link does not. */
const FORM = '<form method="post" action="/api/logout"><button>Sign Out</button></form>';

const signOut: RequestHandler = async (req, res) => {
  await leave(req);
  res.redirect(302, '/');
};

/**
 * `/api/logout`: the spec's full-page sign-out. By GET it is only for a link of our own pages or an
 * address that somebody typed, which `Sec-Fetch-Site` tells; a browser that sends none may have been
 * sent by another site, so its visitor is asked.
 */
export function signOutRoutes(): Router {
  const routes = Router();
  routes.get('/', (req, res, next) => {
    const site = req.get('sec-fetch-site');
    if (site === 'same-origin' || site === 'none') return signOut(req, res, next);
    if (site) throw new Problem('cross_site', 'This request came from another site');
    res
      .set('Cache-Control', 'no-store')
      .type('html')
      .send(pageOf('Sign out of your account?', FORM));
  });
  routes.post('/', signOut);
  return routes;
}
