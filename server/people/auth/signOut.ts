import type { Request, Response } from 'express';
import { Problem } from '#shared/problem.ts';
import { endpoint } from '../../base/http/endpoint.ts';
import { pageOf } from '../../base/http/errors.ts';
import { destroySession } from './passport.ts';

/** A form, because browsers always state the origin of a form's POST, unlike that of a link. */
const FORM = '<form method="post" action="/api/logout"><button>Sign Out</button></form>';

async function signOut({ req, res }: { req: Request; res: Response }): Promise<void> {
  await destroySession(req);
  res.redirect(302, '/');
}

/** Asks first if `Sec-Fetch-Site` is missing: another site may have sent the browser. */
export const signOutEndpoints = [
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
];
