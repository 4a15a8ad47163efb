import { type Request, type RequestHandler, Router } from 'express';

// server/base/bounds/network.ts has the same check for the product's developer routes. It is in both,
// because the server and the stand-ins may not import each other, and shared/ has no sockets.

/** Judges by the connection itself, which no header can fake. */
export function fromLoopback(req: Request): boolean {
  const address = req.socket.remoteAddress ?? '';
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}

/**
 * A proxy adds a forwarding header. A foreign `Host` means DNS rebinding: a website's name that
 * resolves to loopback.
 */
function atThisMachine(req: Request): boolean {
  const forwarded = req.headers.forwarded ?? req.headers['x-forwarded-for'];
  return fromLoopback(req) && forwarded === undefined && isLocalName(req.headers.host ?? '');
}

function isLocalName(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(name);
}

export const fromThisMachinesPages: RequestHandler = (req, res, next) => {
  const origin = req.get('origin');
  if (origin && URL.canParse(origin) && isLocalName(new URL(origin).host)) {
    res.set({ 'Access-Control-Allow-Origin': origin, Vary: 'Origin' });
  }
  res.set('Cache-Control', 'no-store');
  next();
};

/** Other requests go to the next handler, as if the route did not exist. */
export function localOnly(enabled: boolean, inside: RequestHandler): Router {
  const router = Router();
  router.use((req, _res, next) => next(enabled && atThisMachine(req) ? undefined : 'router'));
  router.use(inside);
  return router;
}
