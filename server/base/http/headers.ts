import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { INLINE_SCRIPT } from '#shared/inlineScript.ts';

interface HeaderOptions {
  /** The bucket's public origin, for sound. */
  media: string[];
  /** Origins of stand-ins that run as a process of their own. */
  scripts: string[];
  identity: string[];
  pixel: boolean;
  sells: boolean;
  secure: boolean;
  subdomains: boolean;
  /** In development Vite adds an inline script for hot reload, whose content varies. */
  dev: boolean;
}

const PADDLE = {
  script: [
    'https://cdn.paddle.com',
    'https://sandbox-cdn.paddle.com',
    'https://public.profitwell.com',
  ],
  style: ['https://cdn.paddle.com', 'https://sandbox-cdn.paddle.com'],
  frame: ['https://buy.paddle.com', 'https://sandbox-buy.paddle.com'],
};
const NO_PADDLE = { script: [], style: [], frame: [] };

/** The loader of Google's cross-window channel, which Firebase's popup needs. */
const GOOGLE = 'https://apis.google.com';
/** The documents' one inline script. Beside a hash, browsers ignore `unsafe-inline`. */
const INLINE_HASH = `'sha256-${createHash('sha256').update(INLINE_SCRIPT).digest('base64')}'`;
const META = { script: 'https://connect.facebook.net', beacon: 'https://www.facebook.com' };

/** Paths whose URL is a secret or leads to one: not indexed, not sent as a referrer. */
const PRIVATE = /^\/(listen|feeds|media|success|checkout|reset-password)(\/|$)/i;

/** The embedded player, the only page that others may frame: clickjacking does no harm there. */
function isEmbedded({ url = '' }: IncomingMessage): boolean {
  const [path, query] = url.split('?', 2);
  return path === '/listen' && new URLSearchParams(query).getAll('embed').join() === '1';
}

export function securityHeaders(options: HeaderOptions): RequestHandler[] {
  const { media, scripts, identity, pixel, sells, secure, subdomains, dev } = options;
  const paddle = sells ? PADDLE : NO_PADDLE;
  const meta = pixel ? [META.script, META.beacon] : [];
  const guard = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': [
          "'self'",
          dev ? "'unsafe-inline'" : INLINE_HASH,
          ...paddle.script,
          ...(identity.length ? [GOOGLE] : []),
          ...meta.slice(0, 1),
          ...scripts,
        ],
        // Paddle and Radix position things by style attributes; styles cannot run code.
        'style-src': ["'self'", "'unsafe-inline'", ...paddle.style],
        'img-src': ["'self'", 'data:', 'https:'],
        'font-src': ["'self'"],
        'media-src': ["'self'", 'blob:', ...media],
        'connect-src': [
          "'self'",
          ...paddle.script,
          ...paddle.frame,
          ...identity,
          ...meta,
          ...scripts,
          ...media,
        ],
        'frame-src': identity.length || sells ? [...paddle.frame, ...identity] : ["'none'"],
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
  return [guard, adjustToPath];
}

const MEDIA = /^\/media\//i;
/** Icons, and the pictures that feeds and link previews name. */
const PICTURE = /^\/[\w-]+\.(png|ico|svg)$/;

const adjustToPath: RequestHandler = (req, res, next) => {
  if (PRIVATE.test(req.path)) {
    res.set({ 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' });
  }
  // X-Frame-Options cannot allow every site.
  if (isEmbedded(req)) res.removeHeader('X-Frame-Options');
  const isMedia = MEDIA.test(req.path);
  if (isMedia) res.vary('Cookie');
  // For podcast players, webmail and link previews. Not what was requested with a cookie, which may
  // be the owner's own.
  const isPublic = PICTURE.test(req.path) || (isMedia && req.headers.cookie === undefined);
  if (isPublic && (req.method === 'GET' || req.method === 'HEAD')) {
    res.set({
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Access-Control-Allow-Origin': '*',
    });
  }
  next();
};

export const assignRequestId: RequestHandler = (_req, res, next) => {
  res.locals.requestId = randomUUID();
  res.set('X-Request-Id', res.locals.requestId);
  next();
};

/**
 * Keeps a signed-in user's replies out of every cache: the browser's next user may press Back. A
 * route with the same reply for everybody overrides this.
 */
export const noStoreForUsers: RequestHandler = (req, res, next) => {
  if (req.user) res.set('Cache-Control', 'no-store');
  next();
};
