import { type Response, Router } from 'express';
import { webPages } from './webPages.ts';

const CHAIN = 12;

/** None of these addresses may be reached. */
export const INWARD: Record<string, string> = {
  loopback: 'http://127.0.0.1:9/',
  localhost: 'http://localhost:9/',
  ipv6: 'http://[::1]:9/',
  mapped: 'http://[::ffff:127.0.0.1]:9/',
  decimal: 'http://2130706433:9/',
  octal: 'http://0177.0.0.1:9/',
  any: 'http://0.0.0.0:9/',
  metadata: 'http://169.254.169.254/latest/meta-data/',
  private: 'http://10.0.0.1/',
  name: 'http://database.internal/',
  credentials: 'http://user:secret@127.0.0.1:9/',
  file: 'file:///etc/passwd',
  data: 'data:text/html,<p>inside</p>',
  script: 'javascript:alert(1)',
  relative: '//127.0.0.1:9/',
};

export function redirects(here: string, root: string): Router {
  const router = Router();
  const to = (res: Response, address: string, status = 302) =>
    void res.status(status).set('Location', address).end();
  const target = `${root}${webPages[0]?.path}`;
  router.get('/once', (_req, res) => to(res, target, 301));
  router.get('/chain', (_req, res) => to(res, `${here}/chain/${CHAIN - 1}`));
  router.get('/chain/:left', (req, res) => {
    const left = Number(req.params.left);
    to(res, left > 1 ? `${here}/chain/${left - 1}` : target, 307);
  });
  router.get('/loop', (_req, res) => to(res, `${here}/loop`));
  router.get('/nowhere', (_req, res) => void res.status(302).end());
  router.get('/ledger', (_req, res) => to(res, new URL('ledger', root).href));
  router.get('/inward/:name', (req, res, next) => {
    const address = INWARD[req.params.name];
    return address ? to(res, address) : next();
  });
  return router;
}
