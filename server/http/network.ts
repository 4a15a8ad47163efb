import { isIP } from 'node:net';
import type { Request } from 'express';

/** Whose requests count together, see `networkOf`; `unknown` where the connection has no address. */
export function networkBehind(req: Pick<Request, 'ip'>): string {
  return networkOf(req.ip ?? '');
}

/**
 * An IPv4 address as it is; of an IPv6 address its /64, because that is the least that one
 * subscriber is given (RFC 6177) and every address in it is theirs to use. An IPv4-mapped address
 * (RFC 4291, 2.5.5.2) is the IPv4 address in it. Brackets, port and zone, which some proxies and
 * systems add, do not count. `unknown` for anything else.
 */
export function networkOf(address: string): string {
  const bare = address
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '');
  const version = isIP(bare);
  if (version === 4) return bare;
  if (version === 0) return 'unknown';
  const groups = groupsOf(bare);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return groups.slice(6).flatMap(bytesOf).join('.');
  return `${groups.slice(0, 4).map(inHex).join(':')}::/64`;
}

/** The eight numbers of an IPv6 address, however it is written: the URL parser knows all the ways. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const numbersIn = (text = '') =>
    text ? text.split(':').map((group) => Number.parseInt(group, 16)) : [];
  const [before, after] = [numbersIn(head), numbersIn(tail)];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

const bytesOf = (group: number) => [group >> 8, group & 255];
const inHex = (group: number) => group.toString(16);
