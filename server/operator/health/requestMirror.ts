import type { Request, Response } from 'express';
import { z } from 'zod';

export const reflection = z.object({
  /** According to `TRUST_PROXY`. */
  address: z.string(),
  /** Whether `address` is only our direct peer's: a proxy, if there is one. */
  isPeer: z.boolean(),
  forwardedFor: z.string(),
  isSecure: z.boolean(),
  host: z.string(),
  hasCookie: z.boolean(),
});
export type Reflection = z.infer<typeof reflection>;

/** Time between the two events, ms: if they arrive together, something buffered them. */
const MIRROR_GAP = 500;

/** With this prefix, browsers accept only a Secure cookie for `/` without a domain. */
export const MIRROR_COOKIE = '__Host-duologue-mirror';

/** Reveals nothing that clients may not know. `checks/duologue.ts` asks it from outside. */
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
