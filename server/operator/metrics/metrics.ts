import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { onProviderCall } from '../../base/kit/provider.ts';
import { type Books, readBusiness } from './business.ts';

/** For requests that no endpoint answered, and all that the web app answers. */
const NO_ROUTE = 'none';

export type Metrics = ReturnType<typeof openMetrics>;

/** For Prometheus. No label identifies a person. */
export function openMetrics({ token, ...books }: { token: string } & Books) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const stopListening = timeProviders(registry);
  return {
    token,
    contentType: registry.contentType,
    timeRequests: timeRequests(registry),
    async read(): Promise<string> {
      const business = await readBusiness(books);
      return `${await registry.metrics()}\n${await business.metrics()}`;
    },
    close: stopListening,
  };
}

/** By path pattern: a path may contain a secret, and each would become a series of its own. */
function timeRequests(registry: Registry): RequestHandler {
  const histogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by method, route and class of status, to the end of the answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  return (req, res, next) => {
    const stop = histogram.startTimer({ method: req.method });
    res.once('close', () => {
      const route = String(res.locals.route ?? NO_ROUTE);
      stop({ route, status: `${Math.floor(res.statusCode / 100)}xx` });
    });
    next();
  };
}

/** Times every call to a provider, retries included. Returns a function that stops it. */
function timeProviders(registry: Registry): () => void {
  const histogram = new Histogram({
    name: 'duologue_provider_call_duration_seconds',
    help: 'Calls to providers by how they ended: ok, left (by us), or the kind of trouble',
    labelNames: ['provider', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180],
    registers: [registry],
  });
  return onProviderCall(({ provider, outcome, seconds }) =>
    histogram.observe({ provider, outcome }, seconds),
  );
}
