import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StandinAddresses } from '../../standins/standin.ts';

type Provider = 'openai' | 'elevenlabs' | 's3';

/** Times are in ms since the epoch. */
export interface Call {
  provider: Provider;
  method: string;
  /** E.g. `/openai/v1/chat/completions`. */
  path: string;
  began: number;
  answered: number | null;
  /** Null while it is in flight. */
  ended: number | null;
  status: number | null;
  requestId: string | null;
  isStream: boolean;
  /** Bytes of the response body so far. */
  bytes: number;
  /** The request body so far; only of OpenAI. */
  asked: string;
}

/**
 * Before the provider receives a call, when half of its body has been sent, or when the provider
 * has answered and the caller has no response yet.
 */
export type Stop = 'before' | 'half-way' | 'answered';

export interface TcpProxy {
  url: string;
  addresses: StandinAddresses;
  /** Oldest first. */
  calls: Call[];
  /** Stops matching calls for good: their caller is about to be killed. The returned list grows. */
  stop(where: Stop, fits: (call: Call) => boolean): Call[];
  /** Lets new calls through again; stopped ones stay stopped. */
  open(): void;
  close(): Promise<void>;
}

interface Barrier {
  where: Stop;
  fits(call: Call): boolean;
  stopped: Call[];
}

/** Forwards every byte to these providers' stand-ins. The others are reached directly. */
export async function openTcpProxy(
  standins: string,
  providers: Provider[] = ['openai', 'elevenlabs'],
): Promise<TcpProxy> {
  const calls: Call[] = [];
  let barrier: Barrier | null = null;
  const agent = new Agent({ keepAlive: true });
  const real = (await (await fetch(`${standins}/addresses`)).json()) as StandinAddresses;
  const { origin, pathname: mount } = new URL(standins);
  const server = createServer((req, res) => {
    const path = (req.url ?? '').slice(mount.length);
    if (path === '/addresses') return res.end(JSON.stringify(addresses));
    const call: Call = {
      provider: path.split('/')[1] as Provider,
      method: req.method ?? 'GET',
      path,
      began: Date.now(),
      answered: null,
      ended: null,
      status: null,
      requestId: null,
      isStream: false,
      bytes: 0,
      asked: '',
    };
    calls.push(call);
    relay(call, req, res, { origin, agent, barrier: barrier?.fits(call) ? barrier : null });
  }).listen(0, '127.0.0.1');
  server.keepAliveTimeout = 65_000;
  await once(server, 'listening');
  // At the stand-ins' own path, because S3's signature covers it.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${mount}`;
  const addresses = rerouted(real, standins, url, providers);
  return {
    url,
    addresses,
    calls,
    stop(where, fits) {
      barrier = { where, fits, stopped: [] };
      return barrier.stopped;
    },
    open() {
      barrier = null;
    },
    async close() {
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}

function rerouted(real: StandinAddresses, from: string, to: string, providers: Provider[]) {
  const via = (address: string, provider: Provider) =>
    providers.includes(provider) ? address.replace(from, to) : address;
  return {
    ...real,
    openai: { ...real.openai, baseUrl: via(real.openai.baseUrl, 'openai') },
    elevenlabs: { ...real.elevenlabs, baseUrl: via(real.elevenlabs.baseUrl, 'elevenlabs') },
    s3: { ...real.s3, endpoint: via(real.s3.endpoint, 's3') },
  };
}

interface Wire {
  origin: string;
  agent: Agent;
  barrier: Barrier | null;
}

function relay(call: Call, req: IncomingMessage, res: ServerResponse, wire: Wire): void {
  const { origin, agent, barrier } = wire;
  const end = () => {
    call.ended = Date.now();
  };
  const stop = () => barrier?.stopped.push(call);
  if (barrier?.where === 'before') {
    res.once('close', end);
    return void stop();
  }
  // Forwards headers unchanged, `host` too: they are signed.
  const options = { method: call.method, headers: req.headers, agent };
  const upstream = request(`${origin}${req.url}`, options, (answer) => {
    call.answered = Date.now();
    call.status = answer.statusCode ?? null;
    call.requestId = answer.headers['x-request-id']?.toString() ?? null;
    call.isStream = answer.headers['content-type']?.startsWith('text/event-stream') ?? false;
    answer.on('data', (piece: Buffer) => {
      call.bytes += piece.length;
    });
    answer.on('error', () => res.destroy());
    if (barrier?.where === 'answered') return answer.once('end', stop);
    res.writeHead(answer.statusCode ?? 502, answer.headers);
    return answer.pipe(res);
  });
  upstream.on('error', () => res.destroy());
  res.once('close', () => {
    end();
    upstream.destroy();
  });
  if (call.provider === 'openai') {
    req.on('data', (piece: Buffer) => {
      call.asked += piece;
    });
  }
  if (barrier?.where === 'half-way') sendHalf(req, upstream, stop);
  else req.pipe(upstream);
}

function sendHalf(req: IncomingMessage, upstream: NodeJS.WritableStream, done: () => void): void {
  let left = Math.floor(Number(req.headers['content-length'] ?? 0) / 2);
  req.on('data', (piece: Buffer) => {
    if (left <= 0) return;
    const part = piece.subarray(0, left);
    left -= part.length;
    upstream.write(part, left > 0 ? undefined : done);
  });
}
