import type { RequestHandler } from 'express';
import { Histogram, type Registry } from 'prom-client';

/** Of requests that no route was found for, and of what the web app answers. */
const NO_ROUTE = 'none';

/**
 * Times every request, by the pattern of the route that answered it: an address as it was asked
 * for may hold a secret, and would make a series of its own.
 */
export function timeRequests(registry: Registry): RequestHandler {
  const histogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by method, route and class of status, to the end of the answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  return (req, res, next) => {
    const stop = histogram.startTimer({ method: req.method });
    let route: { path: unknown } | undefined;
    let pattern = NO_ROUTE;
    Object.defineProperty(req, 'route', {
      configurable: true,
      get: () => route,
      // Set by Express when a route matches: later `baseUrl` may be another router's.
      set(matched: typeof route) {
        route = matched;
        const path = matched?.path;
        pattern = typeof path === 'string' ? joined(req.baseUrl, path) : NO_ROUTE;
      },
    });
    res.once('close', () => {
      stop({ route: pattern, status: `${Math.floor(res.statusCode / 100)}xx` });
    });
    next();
  };
}

const joined = (base: string, path: string) => (path === '/' && base ? base : `${base}${path}`);
