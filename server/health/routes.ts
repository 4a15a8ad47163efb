import { Router } from 'express';
import type { ProblemBody } from '#shared/problem.ts';
import { parse } from '../http/parse.ts';
import { type Ready, readinessRequest } from './readiness.ts';
import { mirror } from './requestMirror.ts';

/** For whoever watches over this server: `/healthz` tells that it runs, `/readyz` that it can serve. */
export function healthRoutes({ ready }: { ready: Ready }): Router {
  const routes = Router();
  routes.get('/healthz', (_req, res) => void res.json({ ok: true }));
  routes.get('/healthz/mirror', mirror);
  routes.get('/readyz', async (req, res) => {
    const found = await ready(parse(readinessRequest, req.query));
    if (found.ok) return void res.json(found);
    const missing = Object.entries(found.parts).flatMap(([part, there]) => (there ? [] : [part]));
    const problem: ProblemBody = {
      message: `Not ready: ${missing.join(', ')}`,
      code: 'unavailable',
      requestId: res.locals.requestId as string,
    };
    res.status(503).json({ ...problem, ...found });
  });
  return routes;
}
