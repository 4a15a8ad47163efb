import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

interface Places {
  /** Origins sound may come from: the bucket's public one. */
  media: string[];
  /** Origins of scripts beside Paddle's: its stand-in's, when that runs apart. */
  scripts: string[];
  secure: boolean;
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

/** Paths whose address is a secret or leads to one: not to be indexed, not to be told to others. */
const PRIVATE = /^\/(listen|feeds|media|success|checkout|reset-password)(\/|$)/;

/** Security headers, built from configuration (design section 4). */
export function securityHeaders({ media, scripts, secure, dev }: Places): RequestHandler[] {
  const guard = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", ...(dev ? ["'unsafe-inline'"] : []), ...PADDLE.script, ...scripts],
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
        'connect-src': ["'self'", ...PADDLE.script, ...PADDLE.frame, ...scripts, ...media],
        'frame-src': PADDLE.frame,
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    // Google's popup must be able to answer the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
  });
  const hush: RequestHandler = (req, res, next) => {
    if (PRIVATE.test(req.path)) {
      res.set({ 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' });
    }
    next();
  };
  return [guard, hush];
}

/** Names every request, so that a failure told to a person can be found in the log. */
export const nameRequest: RequestHandler = (_req, res, next) => {
  res.locals.requestId = randomUUID();
  res.set('X-Request-Id', res.locals.requestId);
  next();
};
