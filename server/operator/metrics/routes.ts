import { createHash, timingSafeEqual } from 'node:crypto';
import { Problem } from '#shared/problem.ts';
import { type Endpoint, endpoint } from '../../base/http/endpoint.ts';
import type { Metrics } from './metrics.ts';

export const metricsEndpoints = ({ metrics }: { metrics: Metrics | null }): Endpoint[] => [
  endpoint('GET /metrics', {
    summary: 'For Prometheus; 404 where no METRICS_TOKEN is set',
    access: 'operator',
    type: 'text/plain',
    async handle({ req, res }) {
      if (!metrics) throw new Problem('not_found', 'There is nothing at this address');
      if (!isBearer(req.get('authorization'), metrics.token)) {
        res.set('WWW-Authenticate', 'Bearer');
        throw new Problem('unauthenticated', 'This needs the token of METRICS_TOKEN');
      }
      const text = await metrics.read();
      res.type(metrics.contentType).set('Cache-Control', 'no-store');
      return text;
    },
  }),
];

/** Compares hashes, so that timing reveals neither the token nor its length. */
function isBearer(header: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? '';
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
