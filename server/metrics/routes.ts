import { createHash, timingSafeEqual } from 'node:crypto';
import { Router } from 'express';
import { Problem } from '#shared/problem.ts';
import type { Metrics } from './metrics.ts';

/** `/metrics`, for whoever says the token; without one there is nothing at that address. */
export function metricsRoutes({ metrics }: { metrics: Metrics | null }): Router {
  const routes = Router();
  routes.get('/metrics', async (req, res) => {
    if (!metrics) throw new Problem('not_found', 'There is nothing at this address');
    if (!isBearer(req.get('authorization'), metrics.token)) {
      res.set('WWW-Authenticate', 'Bearer');
      throw new Problem('unauthenticated', 'This needs the token of METRICS_TOKEN');
    }
    const text = await metrics.read();
    res.type(metrics.contentType).set('Cache-Control', 'no-store').send(text);
  });
  return routes;
}

/** Compared by their hashes: in a time that tells neither the token nor its length. */
function isBearer(header: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? '';
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
