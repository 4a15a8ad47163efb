import type { Request, Response } from 'express';
import { z } from 'zod';

/** How a request arrives here, after all proxies in front. */
export const reflection = z.object({
  /** The visitor's address, according to `TRUST_PROXY`. */
  address: z.string(),
  /** Whether that is only the address of our direct peer: a proxy, if there is one. */
  isPeer: z.boolean(),
  forwardedFor: z.string(),
  isSecure: z.boolean(),
  host: z.string(),
  hasCookie: z.boolean(),
});
export type Reflection = z.infer<typeof reflection>;

/** The time between the two events, ms: if they arrive together, something buffered them. */
const MIRROR_GAP = 500;

/** Browsers' rules for the prefix: Secure, the whole host, and no other host. */
export const MIRROR_COOKIE = '__Host-duologue-mirror';

/**
 * Shows clients how their request arrives, as two server-sent events. `server/operator/checks/duologue.ts`
 * calls it through the public URL. It reveals nothing that the client may not know.
 */
export function mirror(req: Request, res: Response): Response {
  const seen: Reflection = {
    address: req.ip ?? '',
    isPeer: req.ip === req.socket.remoteAddress,
    forwardedFor: req.get('x-forwarded-for') ?? '',
    isSecure: req.secure,
    host: req.get('host') ?? '',
    hasCookie: (req.get('cookie') ?? '').includes(`${MIRROR_COOKIE}=1`),
  };
  res.cookie(MIRROR_COOKIE, '1', {
    httpOnly: true,
    maxAge: 60_000,
    path: '/',
    sameSite: 'lax',
    secure: true,
  });
  res.set('Cache-Control', 'no-store');
  res.write(`data: ${JSON.stringify(seen)}\n\n`);
  const ending = setTimeout(() => res.end('data: {}\n\n'), MIRROR_GAP);
  return res.once('close', () => clearTimeout(ending));
}
