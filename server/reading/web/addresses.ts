import ipaddr from 'ipaddr.js';

/** The public Internet (RFC 4291). ipaddr.js calls every range that it does not know `unicast`. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** NAT64 (RFC 6052) keeps an IPv4 address in the last 32 bits. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** An IPv4 address inside an IPv6 one is judged as IPv4. 6to4 and Teredo are always refused. */
export function isPublicAddress(address: string): boolean {
  // A zone id names an interface of this machine.
  if (address.includes('%') || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv4') {
    // A resolver never answers in other notations (0177.1, 2130706433).
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
