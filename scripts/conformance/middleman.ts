import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Answer {
  status: number;
  headers: Headers;
  body: Buffer;
}
/** Replaces an answer: `instead` without asking the server, `spoilt` with its answer at hand. */
export type Spoil =
  | { instead: (res: ServerResponse) => void }
  | { spoilt: (answer: Answer, res: ServerResponse) => void };

export type Middleman = Awaited<ReturnType<typeof openMiddleman>>;

/** Headers about a connection, not about its content. */
const OWN =
  /^(?:host|connection|content-length|content-encoding|transfer-encoding|keep-alive|accept-encoding)$/;

export async function openMiddleman(upstream: string) {
  const base = upstream.replace(/\/+$/, '');
  let spoils: Spoil[] = [];
  let arrivals: number[] = [];
  let crowded = 0;

  async function pass(req: IncomingMessage, res: ServerResponse) {
    arrivals.push(performance.now());
    const spoil = spoils.shift();
    const body = await bodyOf(req);
    if (spoil && 'instead' in spoil) return spoil.instead(res);
    const reply = await fetch(`${base}${req.url}`, {
      method: req.method ?? 'GET',
      headers: carried(req),
      redirect: 'manual',
      ...(body.length ? { body: new Uint8Array(body) } : {}),
    });
    if (reply.status === 429) crowded += 1;
    if (spoil) {
      const answer = Buffer.from(await reply.arrayBuffer());
      return spoil.spoilt({ status: reply.status, headers: reply.headers, body: answer }, res);
    }
    res.writeHead(reply.status, Object.fromEntries(passable(reply.headers)));
    for await (const piece of reply.body ?? []) res.write(piece);
    res.end();
  }

  const server = createServer((req, res) => {
    // If the server is away or cuts its answer, so does the middleman.
    pass(req, res).catch(() => res.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    /** Stands for the address that it was opened on. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Spoils the answers to the next requests, one each. */
    spoil(...next: Spoil[]) {
      spoils = next;
      arrivals = [];
      crowded = 0;
    },
    /** When each request since the last `spoil` arrived, ms. */
    get arrivals() {
      return arrivals;
    },
    /** How many requests the server itself answered with 429 since the last `spoil`. */
    get crowded() {
      return crowded;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of req) pieces.push(piece);
  return Buffer.concat(pieces);
}

const carried = ({ headersDistinct }: IncomingMessage) =>
  Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    OWN.test(name) ? [] : values.map((value): [string, string] => [name, value]),
  );

const passable = (headers: Headers) => [...headers].filter(([name]) => !OWN.test(name));

export const cutAt = (share: number): Spoil => ({
  spoilt({ status, headers, body }, res) {
    res.writeHead(status, {
      ...Object.fromEntries(passable(headers)),
      'content-length': body.length,
    });
    res.write(body.subarray(0, Math.ceil(body.length * share)), () => res.destroy());
  },
});

/** Answers 429 in the words of both kinds of servers. */
export const busyFor = (seconds: number): Spoil => ({
  instead(res) {
    const message = 'Too many requests.';
    res.writeHead(429, { 'content-type': 'application/json', 'retry-after': String(seconds) });
    res.end(
      JSON.stringify({
        error: { message, type: 'requests', param: null, code: 'rate_limit_exceeded' },
        detail: { status: 'too_many_concurrent_requests', message },
      }),
    );
  },
});

export const sending = (type: string, body: string | Buffer): Spoil => ({
  instead: (res) => void res.writeHead(200, { 'content-type': type }).end(body),
});
