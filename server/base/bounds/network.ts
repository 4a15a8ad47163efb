import { isIP } from 'node:net';
import type { Request } from 'express';
import type { Share } from './fairQueue.ts';

/** The networks that a request comes from, see `networksOf`; `unknown` if there is no address. */
export function networksBehind(req: Pick<Request, 'ip'>): string[] {
  return networksOf(req.ip ?? '');
}

/** Who made a request, for a queue (`fairQueue.ts`): its networks and its account. */
export function shareOf(req: Request): Share {
  return [...networksBehind(req).reverse(), ...(req.user ? [accountKey(req.user)] : [])];
}

export const accountKey = ({ id }: Pick<Express.User, 'id'>) => `account ${id}`;

/**
 * An IPv4 address as it is; of an IPv6 address its /64, /56 and /48, because a subscriber gets at least
 * the first and often one of the others (RFC 6177), and can use every address in it. An IPv4-mapped
 * address (RFC 4291, 2.5.5.2) is its IPv4 address. Brackets, port and zone, which some proxies and
 * systems add, are ignored. `unknown` for anything else.
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
  if (isMapped) return [groups.slice(6).flatMap(bytesOf).join('.')];
  const [a = 0, b = 0, c = 0, d = 0] = groups;
  const written = (last: number) => [a, b, c, last].map(inHex).join(':');
  return [`${written(d)}::/64`, `${written(d & 0xff00)}::/56`, `${written(0)}::/48`];
}

/** The eight groups of an IPv6 address; the URL parser handles all notations. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const numbersIn = (text = '') =>
    text ? text.split(':').map((group) => Number.parseInt(group, 16)) : [];
  const [before, after] = [numbersIn(head), numbersIn(tail)];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

const bytesOf = (group: number) => [group >> 8, group & 255];
const inHex = (group: number) => group.toString(16);

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
