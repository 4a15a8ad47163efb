import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

interface Places {
  /** Origins sound may come from: the bucket's public one. */
  media: string[];
  /** Origins of scripts beside the vendors' own: their stand-ins', when those run apart. */
  scripts: string[];
  /** Origins framed by, and asked by, the sign-in with Google. */
  identity: string[];
  /** Whether the marketing pixel may be loaded. */
  pixel: boolean;
  secure: boolean;
  /** Whether the hosts below ours are asked for by https alone, too. */
  subdomains: boolean;
  /** While developing: Vite writes its hot-reload preamble into the page. */
  dev: boolean;
}

const PADDLE = {
  script: [
    'https://cdn.paddle.com',
    'https://sandbox-cdn.paddle.com',
    'https://public.profitwell.com',
  ],
  frame: ['https://buy.paddle.com', 'https://sandbox-buy.paddle.com'],
};

/** The loader of Google's cross-window channel, which Firebase's popup needs. */
const GOOGLE = 'https://apis.google.com';
const META = { script: 'https://connect.facebook.net', beacon: 'https://www.facebook.com' };

/** Paths whose address is a secret or leads to one: not to be indexed, not to be told to others. */
const PRIVATE = /^\/(listen|feeds|media|success|checkout|reset-password)(\/|$)/i;

/**
 * The small player, the one page that other sites may frame: it has no key that could be pressed
 * by mistake under somebody else's picture.
 */
function isEmbedded({ url = '' }: IncomingMessage): boolean {
  const [path, query] = url.split('?', 2);
  return path === '/listen' && new URLSearchParams(query).getAll('embed').join() === '1';
}

/** Security headers, built from configuration (design section 4). */
export function securityHeaders(places: Places): RequestHandler[] {
  const { media, scripts, identity, pixel, secure, subdomains, dev } = places;
  const meta = pixel ? [META.script, META.beacon] : [];
  const guard = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': [
          "'self'",
          ...(dev ? ["'unsafe-inline'"] : []),
          ...PADDLE.script,
          GOOGLE,
          ...meta.slice(0, 1),
          ...scripts,
        ],
        // Paddle and Radix position things by style attributes; styles cannot run code.
        'style-src': [
          "'self'",
          "'unsafe-inline'",
          'https://cdn.paddle.com',
          'https://sandbox-cdn.paddle.com',
        ],
        'img-src': ["'self'", 'data:', 'https:'],
        'font-src': ["'self'"],
        'media-src': ["'self'", 'blob:', ...media],
        'connect-src': [
          "'self'",
          ...PADDLE.script,
          ...PADDLE.frame,
          ...identity,
          ...meta,
          ...scripts,
          ...media,
        ],
        'frame-src': [...PADDLE.frame, ...identity],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': [(req) => (isEmbedded(req) ? '*' : "'none'")],
      },
    },
    // Google's popup must be able to answer the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: subdomains } : false,
    xFrameOptions: { action: 'deny' },
  });
  const hush: RequestHandler = (req, res, next) => {
    if (PRIVATE.test(req.path)) {
      res.set({ 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' });
    }
    // The older header has no word for "anybody".
    if (isEmbedded(req)) res.removeHeader('X-Frame-Options');
    next();
  };
  return [guard, hush, share];
}

const MEDIA = /^\/media\//i;
/** Icons, and the pictures that feeds and link previews name. */
const PICTURE = /^\/[\w-]+\.(png|ico|svg)$/;

/**
 * Pictures and sound may be shown, played and read by other sites: podcast players that run in a
 * browser, webmail, link previews. What was asked for with a cookie may not, for it may be an
 * owner's own; so nobody is told anything there that a request without one is not told.
 */
const share: RequestHandler = (req, res, next) => {
  const isMedia = MEDIA.test(req.path);
  if (isMedia) res.vary('Cookie');
  const isEverybodys = PICTURE.test(req.path) || (isMedia && req.headers.cookie === undefined);
  if (isEverybodys && (req.method === 'GET' || req.method === 'HEAD')) {
    res.set({
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Access-Control-Allow-Origin': '*',
    });
  }
  next();
};

/** Names every request, so that a failure told to a person can be found in the log. */
export const nameRequest: RequestHandler = (_req, res, next) => {
  res.locals.requestId = randomUUID();
  res.set('X-Request-Id', res.locals.requestId);
  next();
};
