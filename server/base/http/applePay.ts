import path from 'node:path';
import type { RequestHandler } from 'express';

/** The path's last segment, and the file's name in `DATA_DIR`. */
const NAME = 'apple-developer-merchantid-domain-association';
export const APPLE_PAY_PATH = `/.well-known/${NAME}`;

/**
 * The file by which Apple verifies that our checkout may offer Apple Pay; sellers get it from Paddle.
 * Read on each request, because it may be added while the server runs; 404 without it.
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
