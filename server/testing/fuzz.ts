import type { Endpoint } from '../base/http/endpoint.ts';

export interface Answer {
  status: number;
  text: string;
  location: string | null;
}

/** Replies contained these calls, such as `GET /media/…`, and words that may be keys. */
export interface Seen {
  calls: Set<string>;
  keys: Set<string>;
}

const ADDRESS = /\/(?:media|listen|feeds|api\/listen)\b[^\s"'<>\\]*/g;
/** IPTC's `trainedAlgorithmicMedia` is as long as a key but is not one. */
const KEY = /(?<![\w-])(?!trainedAlgorithmicMedia)[\w-]{20,}(?:\.[\w-]{20,})?/gi;

/**
 * Follows every URL of the product in `shown` and in each reply until nothing is new. `ask` must
 * send requests without a session.
 */
export async function explore(
  ask: (call: string) => Promise<Answer>,
  shown: string,
): Promise<Seen> {
  const seen: Seen = { calls: new Set(), keys: new Set() };
  const note = (text: string) => {
    const plain = text.replaceAll(/&(amp|#38);/g, '&');
    for (const [address] of plain.matchAll(ADDRESS)) {
      for (const path of [address, ...callsOf(address)]) {
        seen.calls.add(`GET ${path}`).add(`HEAD ${path}`);
      }
    }
    for (const [key] of plain.matchAll(KEY))
      for (const part of [key, ...key.split('.')]) seen.keys.add(part);
  };
  note(shown);
  // This loop also visits calls that are added meanwhile.
  for (const call of seen.calls) {
    const { text, location } = await ask(call);
    // Only the path of a redirect to the bucket, as its signature gives no access here.
    note(location ? new URL(location).pathname : text);
  }
  return seen;
}

export function callsWith(endpoints: Endpoint[], key: string): string[] {
  const calls = endpoints
    .filter(({ access }) => access === 'link')
    .map(({ call }) => call.replace(':token', key).replace(':number', '1').replace(':name', 'x'));
  return [...calls, `GET /listen?episode=${key}`, `GET /listen?episode=${key}&embed=1`];
}

function callsOf(page: string): string[] {
  const token = /^\/listen\?episode=([\w.-]+)/.exec(page)?.[1];
  return token ? [`/api/listen/${token}`] : [];
}
