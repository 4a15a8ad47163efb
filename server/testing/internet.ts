import { once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { preload } from './preload.ts';

/** HTTPS host names and TXT records for child processes. Unknown names do not resolve. */
export interface Internet {
  env: Record<string, string>;
  /** Leads `https://host` to this address from now on. */
  lead(host: string, address: string): void;
  publish(name: string, record: string): void;
}

export function openInternet(dir: string): Internet {
  const file = path.join(dir, 'names.json');
  const hosts: Record<string, string> = {};
  const records: Record<string, string> = {};
  function keep(): void {
    writeFileSync(`${file}.new`, JSON.stringify({ hosts, records }));
    renameSync(`${file}.new`, file);
  }
  keep();
  return {
    env: { NODE_OPTIONS: preload(useNames), NAMES_FILE: file },
    lead(host, address) {
      hosts[host] = address;
      keep();
    },
    publish(name, record) {
      records[name] = record;
      keep();
    },
  };
}

/** Runs in the other process, whose `fetch` and resolver read the file. */
function useNames(): void {
  const { readFileSync } = process.getBuiltinModule('node:fs');
  const dns = process.getBuiltinModule('node:dns');
  const names = (): Record<'hosts' | 'records', Record<string, string>> =>
    JSON.parse(readFileSync(String(process.env.NAMES_FILE), 'utf8'));
  const unknown = (name: string) =>
    Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });

  const wire = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const { protocol, hostname, pathname, search } = new URL(
      input instanceof Request ? input.url : input,
    );
    if (protocol !== 'https:') return wire(input, init);
    const address = names().hosts[hostname];
    if (!address) throw new TypeError('fetch failed', { cause: unknown(hostname) });
    const there = `${address}${pathname}${search}`;
    return wire(input instanceof Request ? new Request(there, input) : there, init);
  };
  dns.promises.resolveTxt = async (name) => {
    const record = names().records[name];
    if (record === undefined) throw unknown(name);
    return [[record]];
  };
  process.getBuiltinModule('node:module').syncBuiltinESMExports();
}

/** The client address that the proxy reports; the real one would be the proxy's own. */
const VISITOR = '198.51.100.7';

/** Adds Caddy's headers, as if it had terminated TLS. */
export async function openProxy(host: string, product: string): Promise<Server & { url: string }> {
  const server = createServer((req, res) => {
    const headers = {
      ...req.headers,
      host,
      'x-forwarded-for': VISITOR,
      'x-forwarded-proto': 'https',
    };
    const onward = request(`${product}${req.url}`, { method: req.method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    onward.on('error', () => res.destroy());
    req.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(server, { url: `http://127.0.0.1:${port}` });
}
