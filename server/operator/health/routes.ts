import { z } from 'zod';
import type { ProblemBody } from '#shared/problem.ts';
import { type Endpoint, endpoint } from '../../base/http/endpoint.ts';
import { type Ready, readiness, readinessRequest } from './readiness.ts';
import { mirror } from './requestMirror.ts';

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
