import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Running } from '../../server/testing/processes.ts';
import { openStage, type Stage } from '../stage.ts';

export interface Setup<Heard> {
  stage: Stage;
  product: Running;
  /** What `read` made of the product's calls of the model. */
  heard: Heard[];
}

type Read<Heard> = (asked: string, answered: string) => Heard | null;

/**
 * Starts the product with a recorder between it and the model: the product stores only what it
 * accepted. `read` gets every request for a completion, and its answer as far as it was read.
 * `account` is the model's own address; without it all providers are stand-ins.
 */
export async function openSetup<Heard>(
  read: Read<Heard>,
  env: Record<string, string>,
  account?: string,
): Promise<Setup<Heard>> {
  const stage = await openStage();
  try {
    const heard: Heard[] = [];
    const standin = stage.standins.url;
    const recorder = await openRecorder(account ?? standin, (asked, answered) => {
      const one = read(asked, answered);
      if (one) heard.push(one);
    });
    const addresses = account
      ? { STANDINS_URL: standin, OPENAI_BASE_URL: recorder }
      : { STANDINS_URL: recorder };
    const product = await stage.startProduct({ ...env, ...addresses });
    return { stage, product, heard };
  } catch (error) {
    await stage.close();
    throw error;
  }
}

/**
 * A proxy that lives as long as this process; resolves with its own address, to be used instead of
 * `upstream`. In the stand-ins' list of addresses it replaces OpenAI's with its own.
 */
async function openRecorder(
  upstream: string,
  hear: (asked: string, answered: string) => void,
): Promise<string> {
  const { origin, pathname } = new URL(upstream);
  const mount = pathname.replace(/\/$/, '');
  const server = createServer((req, res) => {
    const answer = req.url === `${mount}/addresses` ? sendAddresses(res) : relay(req, res);
    answer.catch(() => res.destroy());
  }).listen(0, '127.0.0.1');
  server.keepAliveTimeout = 65_000;
  server.unref();
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
      if (req.url?.endsWith('/chat/completions')) hear(body.toString(), answered);
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

  return `${own}${mount}`;
}

function headersOf({ headers }: IncomingMessage): Headers {
  const skipped = ['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding'];
  const kept = Object.entries(headers).filter(([name]) => !skipped.includes(name));
  return new Headers(Object.fromEntries(kept.map(([name, value]) => [name, String(value)])));
}
