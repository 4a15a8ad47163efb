import type { RequestHandler } from 'express';
import { Histogram, type Registry } from 'prom-client';

/** For requests that no endpoint answered, and everything that the web app answers. */
const NO_ROUTE = 'none';

/**
 * Times requests by their endpoint's path pattern: the path itself may contain a secret, and each
 * one would become a series of its own.
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
    res.once('close', () => {
      const route = String(res.locals.route ?? NO_ROUTE);
      stop({ route, status: `${Math.floor(res.statusCode / 100)}xx` });
    });
    next();
  };
}
