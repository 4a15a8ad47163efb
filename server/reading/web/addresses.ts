import ipaddr from 'ipaddr.js';

/** All that is routed on the public Internet (RFC 4291); the library takes anything it does not know for unicast. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** NAT64 (RFC 6052): an IPv4 address in the last 32 bits. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether an IP address, as a resolver returns it, is on the public Internet. An IPv4 address inside an
 * IPv6 address (mapped, NAT64) is checked as what it is. 6to4 and Teredo have gone out of use, and are
 * refused whatever they hold.
 */
export function isPublicAddress(address: string): boolean {
  // A zone id names an interface of this machine.
  if (address.includes('%') || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv4') {
    // Other notations (0177.1, 2130706433) are no answer of a resolver.
    return ipaddr.IPv4.isValidFourPartDecimal(address) && parsed.range() === 'unicast';
  }
  const inner = innerAddress(ipaddr.IPv6.parse(address));
  if (inner) return inner.range() === 'unicast';
  return parsed.match(GLOBAL_UNICAST) && parsed.range() === 'unicast';
}

function innerAddress(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  return address.match(NAT64) ? new ipaddr.IPv4(address.toByteArray().slice(-4)) : null;
}
