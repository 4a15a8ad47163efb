import path from 'node:path';
import type { RequestHandler } from 'express';

/** Where Apple looks for it, and its name in `DATA_DIR`. */
const NAME = 'apple-developer-merchantid-domain-association';
export const APPLE_PAY_PATH = `/.well-known/${NAME}`;

/**
 * The file by which Apple knows that our checkout may offer Apple Pay, as Paddle gives it to its
 * seller. Read each time: it may be put there while we run. Without it there is nothing here.
 */
export function applePayDomain(dataDir: string): RequestHandler {
  const file = path.join(dataDir, NAME);
  return (_req, res, next) => {
    res.type('text/plain');
    res.sendFile(file, { dotfiles: 'allow', cacheControl: false }, (error) => {
      if (!error || res.headersSent) return;
      res.removeHeader('Content-Type');
      next('status' in error && error.status === 404 ? undefined : error);
    });
  };
}
