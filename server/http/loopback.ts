import type { Request } from 'express';

/**
 * True for a person or a test sitting at this machine: the connection itself comes from it, which
 * no header can claim. A proxy's request says that it comes from elsewhere; a foreign name in `Host`
 * is a web page that points its own name at loopback.
 */
export function atThisMachine(req: Request): boolean {
  const address = req.socket.remoteAddress ?? '';
  const isLoopback = address === '::1' || /^(::ffff:)?127\./.test(address);
  const forwarded = req.headers.forwarded ?? req.headers['x-forwarded-for'];
  return isLoopback && forwarded === undefined && isLocalName(req.headers.host ?? '');
}

function isLocalName(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(name);
}
