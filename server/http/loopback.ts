import type { Request } from 'express';

/**
 * True for a request made on this machine: its connection comes from loopback, which no header can
 * fake. Excludes requests that a proxy forwards, and other host names, which a web page could point
 * at loopback (DNS rebinding).
 */
export function isLocalRequest(req: Request): boolean {
  const address = req.socket.remoteAddress ?? '';
  const isLoopback = address === '::1' || /^(::ffff:)?127\./.test(address);
  const forwarded = req.headers.forwarded ?? req.headers['x-forwarded-for'];
  return isLoopback && forwarded === undefined && isLocalName(req.headers.host ?? '');
}

function isLocalName(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(name);
}
