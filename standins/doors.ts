import { type Request, type RequestHandler, Router } from 'express';

/** True when the connection itself comes from this machine; no header can claim it. */
export function fromLoopback(req: Request): boolean {
  const address = req.socket.remoteAddress ?? '';
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}

/**
 * True for a person or a test sitting at this machine. A proxy's request says that it comes from
 * elsewhere; a foreign name in `Host` is a web page that points its own name at loopback.
 */
function atThisMachine(req: Request): boolean {
  const forwarded = req.headers.forwarded ?? req.headers['x-forwarded-for'];
  return fromLoopback(req) && forwarded === undefined && isLocalName(req.headers.host ?? '');
}

function isLocalName(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(name);
}

/** The product's page may stand on another port of this machine, never on another machine. */
export const fromThisMachinesPages: RequestHandler = (req, res, next) => {
  const origin = req.get('origin');
  if (origin && URL.canParse(origin) && isLocalName(new URL(origin).host)) {
    res.set({ 'Access-Control-Allow-Origin': origin, Vary: 'Origin' });
  }
  res.set('Cache-Control', 'no-store');
  next();
};

/**
 * A router whose routes exist only while `open`, and only for requests made at this machine.
 * To everyone else it is not there: the request goes on to whatever stands behind it.
 */
export function behindDoor(open: boolean, inside: RequestHandler): Router {
  const door = Router();
  door.use((req, _res, next) => next(open && atThisMachine(req) ? undefined : 'router'));
  door.use(inside);
  return door;
}
