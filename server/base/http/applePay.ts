import path from 'node:path';
import type { RequestHandler } from 'express';

/** Also the file's name in `DATA_DIR`; sellers get it from Paddle. */
const NAME = 'apple-developer-merchantid-domain-association';
export const APPLE_PAY_PATH = `/.well-known/${NAME}`;

/** Read on each request, because the file may be added while the server runs. */
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
