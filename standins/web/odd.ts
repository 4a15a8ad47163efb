import { crc32, deflateSync } from 'node:zlib';
import { type RequestHandler, type Response, Router } from 'express';
import { html } from '../pages.ts';
import { renderInjected } from './hostile.ts';
import { redirects } from './redirects.ts';
import { sendHtml } from './render.ts';
import { drip, sendBomb, sendEndless, sendHuge } from './streams.ts';

const plain = (title: string, body: string, head = '') =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>${{ html: head }}</head><body>${{ html: body }}</body></html>`
    .html;

const page =
  (status: number, title: string, body: string): RequestHandler =>
  (_req, res) =>
    sendHtml(res.status(status), plain(title, body));

const file =
  (type: string, bytes: () => Buffer): RequestHandler =>
  (_req, res) =>
    void res.set({ 'Content-Type': type, 'X-Content-Type-Options': 'nosniff' }).end(bytes());

const image = (): Buffer => {
  const chunk = (name: string, data: Buffer) => {
    const typed = Buffer.concat([Buffer.from(name), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(typed), 4);
    return Buffer.concat([ends.subarray(0, 4), typed, ends.subarray(4)]);
  };
  const size = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  const pixel = deflateSync(Buffer.from([0, 128]));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', size),
    chunk('IDAT', pixel),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const zip = () => Buffer.concat([Buffer.from('504b0506', 'hex'), Buffer.alloc(18)]);

const WALL =
  '<div role="dialog"><h2>Your privacy, your choice</h2><p>We and our 847 partners store cookies on your device. Please agree before you read on.</p><button>Agree to all</button><button>Settings</button></div>';
const STUB =
  '<article><h1>Why one yawn starts another</h1><p>A yawn travels through a room faster than a cough …</p></article><div><h2>Read on with a subscription</h2><p>You have read 3 of 3 free articles. The first month costs 1 euro.</p><a href="#">Subscribe</a></div>';
const FORM =
  '<h1>Please sign in</h1><form method="post"><label>Email <input name="email" type="email"></label><label>Password <input name="password" type="password"></label><button>Sign in</button></form>';

/** Addresses that give no source, by their paths below `/odd`. */
const pages: Record<string, RequestHandler> = {
  dead: page(404, 'Not found', '<h1>404</h1><p>There is no such page.</p>'),
  gone: page(410, 'Gone', '<h1>410</h1><p>This page has been removed for good.</p>'),
  error: page(500, 'Error', '<h1>Something went wrong</h1>'),
  busy: (_req, res) => {
    res.set('Retry-After', '120');
    sendHtml(res.status(503), plain('Busy', '<h1>Back in a moment</h1>'));
  },
  'soft-404': page(
    200,
    'Page not found',
    '<h1>Sorry, we could not find that page</h1><p>It may have moved, or you may have mistyped the address. Try our search.</p>',
  ),
  'cookie-wall': page(200, 'Before you continue', WALL),
  paywall: page(200, 'Why one yawn starts another', STUB),
  login: (_req, res) => {
    res.set('WWW-Authenticate', 'Basic realm="Members"');
    sendHtml(res.status(401), plain('Members only', '<h1>Members only</h1>'));
  },
  'login-form': page(200, 'Sign in', FORM),
  'script-shell': page(
    200,
    'Loading…',
    '<div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript><script src="/app.js"></script>',
  ),
  video: page(
    200,
    'Octopus dreaming',
    '<h1>Octopus dreaming</h1><video controls src="octopus.mp4" width="640"></video><p>1.3M views</p>',
  ),
  spaces: page(200, '', ' \n&nbsp;\u200b\u00a0'.repeat(200)),
  refresh: (_req, res) =>
    sendHtml(
      res,
      plain(
        'Moved',
        '<p>Moved.</p>',
        '<meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/">',
      ),
    ),
  image: file('image/png', image),
  'image-as-page': file('text/html; charset=utf-8', image),
  zip: file('application/zip', zip),
  'page-as-pdf': file('application/pdf', () => Buffer.from(plain('No PDF', '<h1>No PDF</h1>'))),
  'pdf-as-page': file('text/html; charset=utf-8', () => Buffer.from('%PDF-1.7\n%âãÏÓ\n')),
  untyped: (_req, res) => void res.end('No content type at all.'),
  slow: (_req, res) => drip(res),
  silent: () => {},
  huge: (_req, res) => sendHuge(res),
  endless: (_req, res) => sendEndless(res),
  bomb: (_req, res) => sendBomb(res),
};

export const oddPaths: string[] = Object.keys(pages).map((name) => `/odd/${name}`);

export function oddPages(root: string): Router {
  const router = Router();
  for (const [name, handler] of Object.entries(pages)) router.get(`/${name}`, handler);
  router.use('/redirect', redirects(`${root}/odd/redirect`, root));
  router.use('/injected', (req, res: Response, next) => {
    const injected = renderInjected(`/odd/injected${req.path}`, root);
    return injected ? sendHtml(res, injected) : next();
  });
  return router;
}
