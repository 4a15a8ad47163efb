import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Exchange, readExchange } from './exchange.ts';

export interface Recorder {
  /** Its own address, to be used instead of `upstream`. */
  url: string;
  exchangesOf(topic: string): Exchange[];
  close(): Promise<void>;
}

/**
 * A proxy that keeps what the model wrote; the product stores only the lines that it accepted.
 * `hear` gets every request for a completion, and its answer as far as it was read. In the
 * stand-ins' list of addresses the recorder replaces OpenAI's with its own.
 */
export async function openRecorder(
  upstream: string,
  hear: (asked: string, answered: string) => void = () => {},
): Promise<Recorder> {
  const exchanges = new Map<string, Exchange[]>();
  const { origin, pathname } = new URL(upstream);
  const mount = pathname.replace(/\/$/, '');
  const keep = (asked: string, answered: string) => {
    hear(asked, answered);
    const exchange = readExchange(asked, answered);
    if (!exchange) return;
    const { topic } = exchange;
    exchanges.set(topic, [...(exchanges.get(topic) ?? []), exchange]);
  };
  const server = createServer((req, res) => {
    const answer = req.url === `${mount}/addresses` ? sendAddresses(res) : relay(req, res);
    answer.catch(() => res.destroy());
  }).listen(0, '127.0.0.1');
  server.keepAliveTimeout = 65_000;
  await once(server, 'listening');
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function sendAddresses(res: ServerResponse) {
    const addresses = await (await fetch(`${upstream}/addresses`)).json();
    const baseUrl = `${own}${new URL(addresses.openai.baseUrl).pathname}`;
    const openai = { ...addresses.openai, baseUrl };
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify({ ...addresses, openai }));
  }

  async function relay(req: IncomingMessage, res: ServerResponse) {
    const body = await buffer(req);
    const aborted = new AbortController();
    let answered = '';
    res.once('close', () => {
      aborted.abort();
      // This includes an answer that the product stopped reading.
      if (req.url?.endsWith('/chat/completions')) keep(body.toString(), answered);
    });
    const reply = await fetch(`${origin}${req.url}`, {
      method: req.method ?? 'GET',
      headers: headersOf(req),
      ...(body.length > 0 && { body: new Uint8Array(body) }),
      signal: aborted.signal,
    });
    // `fetch` has decompressed the body and may send it in other pieces.
    const skipped = ['content-encoding', 'content-length', 'transfer-encoding', 'connection'];
    const headers = [...reply.headers].filter(([name]) => !skipped.includes(name));
    res.writeHead(reply.status, Object.fromEntries(headers));
    const decoder = new TextDecoder();
    for await (const piece of reply.body ? Readable.fromWeb(reply.body as never) : []) {
      answered += decoder.decode(piece, { stream: true });
      if (!res.write(piece)) await once(res, 'drain', { signal: aborted.signal });
    }
    res.end();
  }

  return {
    url: `${own}${mount}`,
    exchangesOf: (topic) => exchanges.get(topic) ?? [],
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function headersOf({ headers }: IncomingMessage): Headers {
  const skipped = ['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding'];
  const kept = Object.entries(headers).filter(([name]) => !skipped.includes(name));
  return new Headers(Object.fromEntries(kept.map(([name, value]) => [name, String(value)])));
}
