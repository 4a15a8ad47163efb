/**
 * Queries that may be seen outside: an order's number, which goes with the event anyway, and what
 * the advertisement itself put there.
 */
const PLAIN = /^(order|fbclid|utm_\w+)$/;

/**
 * Whether an address holds nothing but its page. The pixel sends the address along with every
 * event, and ours may hold an email (`/auth`), a topic (`/create`) or the key to an episode.
 */
export function isPlain(search: string): boolean {
  return [...new URLSearchParams(search).keys()].every((name) => PLAIN.test(name));
}
