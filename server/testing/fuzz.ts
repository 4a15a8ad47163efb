import type { Endpoint } from '../http/endpoint.ts';

export interface Answer {
  status: number;
  text: string;
  location: string | null;
}

/** Everything that somebody was shown: calls as `GET /media/…`, and whatever may be a key to one. */
export interface Seen {
  calls: Set<string>;
  keys: Set<string>;
}

const ADDRESS = /\/(?:media|listen|feeds|api\/listen)\b[^\s"'<>\\]*/g;
/** IPTC's word for what a machine made is as long as a key, and none. */
const KEY = /(?<![\w-])(?!trainedAlgorithmicMedia)[\w-]{20,}(?:\.[\w-]{20,})?/gi;

/**
 * Follows every address of ours in `shown` (a letter, a link), and in each reply to them, headers
 * included, until nothing is new. `ask` answers as a browser without a session is answered.
 */
export async function explore(
  ask: (call: string) => Promise<Answer>,
  shown: string,
): Promise<Seen> {
  const seen: Seen = { calls: new Set(), keys: new Set() };
  const note = (text: string) => {
    const plain = text.replaceAll(/&(amp|#38);/g, '&');
    for (const [address] of plain.matchAll(ADDRESS)) {
      for (const path of [address, ...askedBy(address)]) {
        seen.calls.add(`GET ${path}`).add(`HEAD ${path}`);
      }
    }
    for (const [key] of plain.matchAll(KEY))
      for (const part of [key, ...key.split('.')]) seen.keys.add(part);
  };
  note(shown);
  // A set that grows meanwhile is walked to its new end.
  for (const call of seen.calls) {
    const { text, location } = await ask(call);
    // Of a redirect to the bucket the key: its signature opens nothing of ours.
    note(location ? new URL(location).pathname : text);
  }
  return seen;
}

/** Every call that some secret opens, with this one in its place. */
export function callsWith(endpoints: Endpoint[], key: string): string[] {
  const calls = endpoints
    .filter(({ access }) => access === 'link')
    .map(({ call }) => call.replace(':token', key).replace(':number', '1').replace(':name', 'x'));
  return [...calls, `GET /listen?episode=${key}`, `GET /listen?episode=${key}&embed=1`];
}

/** What the script of a page asks for. */
function askedBy(page: string): string[] {
  const token = /^\/listen\?episode=([\w.-]+)/.exec(page)?.[1];
  return token ? [`/api/listen/${token}`] : [];
}
