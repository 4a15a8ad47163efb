import type { Request, Response } from 'express';
import { z } from 'zod';
import type { ProblemBody } from '#shared/problem.ts';
import { type Endpoint, endpoint } from '../../base/http/endpoint.ts';
import { type Ready, readiness, readinessRequest } from './readiness.ts';

export const healthEndpoints = ({ ready }: { ready: Ready }): Endpoint[] => [
  endpoint('GET /healthz', {
    summary: 'The process answers',
    access: 'anyone',
    reply: z.object({ ok: z.literal(true) }),
    handle: () => ({ ok: true as const }),
  }),
  endpoint('GET /healthz/mirror', {
    summary: 'How this very request arrives, as two events half a second apart',
    access: 'anyone',
    type: 'text/event-stream',
    handle: ({ req, res }) => mirror(req, res),
  }),
  endpoint('GET /readyz', {
    summary: 'Everything it depends on answers, too; 503 names what does not',
    access: 'anyone',
    query: readinessRequest,
    reply: readiness,
    async handle({ res, query }) {
      const found = await ready(query);
      if (found.ok) return found;
      const missing = Object.entries(found.parts).flatMap(([part, ok]) => (ok ? [] : [part]));
      const problem: ProblemBody = {
        message: `Not ready: ${missing.join(', ')}`,
        code: 'unavailable',
        requestId: String(res.locals.requestId),
      };
      res.status(503);
      return { ...problem, ...found };
    },
  }),
];

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
function mirror(req: Request, res: Response): Response {
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
