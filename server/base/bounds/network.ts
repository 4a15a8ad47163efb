import { isIP } from 'node:net';
import type { Request } from 'express';
import type { Share } from './fairQueue.ts';

export function networksBehind(req: Pick<Request, 'ip'>): string[] {
  return networksOf(req.ip ?? '');
}

export function shareOf(req: Request): Share {
  return [...networksBehind(req).reverse(), ...(req.user ? [accountKey(req.user)] : [])];
}

export const accountKey = ({ id }: Pick<Express.User, 'id'>) => `account ${id}`;

/**
 * Returns an IPv4 address as it is, and the /64, /56 and /48 of an IPv6 address: a subscriber can
 * use every address in the first and often in one of the others (RFC 6177). An IPv4-mapped address
 * is its IPv4 address; brackets, port and zone, which some proxies add, are ignored. Anything else
 * is `unknown`.
 */
export function networksOf(address: string): string[] {
  const bare = address
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '');
  const version = isIP(bare);
  if (version === 4) return [bare];
  if (version === 0) return ['unknown'];
  const groups = groupsOf(bare);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return [
      groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 255])
        .join('.'),
    ];
  const [a = 0, b = 0, c = 0, d = 0] = groups;
  const written = (last: number) => [a, b, c, last].map((group) => group.toString(16)).join(':');
  return [`${written(d)}::/64`, `${written(d & 0xff00)}::/56`, `${written(0)}::/48`];
}

/** The URL parser handles all notations of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const numbersIn = (text = '') =>
    text ? text.split(':').map((group) => Number.parseInt(group, 16)) : [];
  const [before, after] = [numbersIn(head), numbersIn(tail)];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/**
 * Loopback cannot be faked by a header. Forwarded requests are excluded, and so are other host
 * names, which a web page could point at loopback (DNS rebinding).
 */
export function isLocalRequest(req: Request): boolean {
  const address = req.socket.remoteAddress ?? '';
  const isLoopback = address === '::1' || /^(::ffff:)?127\./.test(address);
  const forwarded = req.headers.forwarded ?? req.headers['x-forwarded-for'];
  const name = req.headers.host?.replace(/:\d+$/, '').toLowerCase() ?? '';
  const isLocalName = /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(name);
  return isLoopback && forwarded === undefined && isLocalName;
}
