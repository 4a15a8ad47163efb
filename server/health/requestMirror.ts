import type { Request, Response } from 'express';
import { z } from 'zod';

/** What of a request arrives here, once the proxies in front have had it. */
export const reflection = z.object({
  /** The visitor's address, as `TRUST_PROXY` makes us believe it. */
  address: z.string(),
  /** Whether that is only the address of whoever is connected to us: a proxy, where there is one. */
  isPeer: z.boolean(),
  forwardedFor: z.string(),
  isSecure: z.boolean(),
  host: z.string(),
  hasCookie: z.boolean(),
});
export type Reflection = z.infer<typeof reflection>;

/** The time between the two events, ms: what arrives at once was held back on its way. */
const MIRROR_GAP = 500;

/** The browser's rule for the prefix: Secure, for the whole host, and for no other. */
export const MIRROR_COOKIE = '__Host-duologue-mirror';

/**
 * Tells whoever asks how their request arrives, as two server-sent events. `server/checks/duologue.ts`
 * asks through the public address. It tells nothing that the asker may not know.
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
