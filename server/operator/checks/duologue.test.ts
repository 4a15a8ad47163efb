import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type RequestListener, request } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { routerOf } from '../../base/http/endpoint.ts';
import { healthEndpoints } from '../health/routes.ts';
import { checkDuologue } from './duologue.ts';

/* Our own server behind proxies that do one thing wrong each. */

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

interface Certificate {
  key: string;
  cert: string;
}

async function listen(handler: RequestListener, certificate?: Certificate): Promise<URL> {
  const server = certificate ? createTlsServer(certificate, handler) : createServer(handler);
  server.listen(0, '127.0.0.1');
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  return new URL(
    `http${certificate ? 's' : ''}://127.0.0.1:${(server.address() as AddressInfo).port}`,
  );
}

interface Proxy {
  /** How it changes a visitor's headers; the careful one overwrites what may be claimed. */
  pass?: (headers: IncomingHttpHeaders) => IncomingHttpHeaders;
  buffers?: boolean;
  certificate?: Certificate;
  /** What it makes of the answer's headers. */
  answer?: (headers: IncomingHttpHeaders) => IncomingHttpHeaders;
}

const careful = (headers: IncomingHttpHeaders): IncomingHttpHeaders => ({
  ...headers,
  'x-forwarded-for': '198.51.100.4',
  'x-forwarded-proto': 'https',
});

/** Answers the public address. */
async function openSite(
  trustProxy: number | false,
  { pass = careful, buffers = false, certificate, answer = (same) => same }: Proxy = {},
) {
  const app = express();
  app.set('trust proxy', trustProxy);
  app.use(routerOf(healthEndpoints({ ready: async () => ({ ok: true, parts: {} as never }) })));
  const inner = await listen(app);
  const outer = await listen((req, res) => {
    const headers = pass(req.headers);
    const { hostname, port } = inner;
    const asked = request({ hostname, port, path: req.url, headers }, (reply) => {
      res.writeHead(reply.statusCode ?? 500, answer(reply.headers));
      if (!buffers) return void reply.pipe(res);
      const pieces: Buffer[] = [];
      reply.on('data', (piece) => pieces.push(piece));
      reply.on('end', () => res.end(Buffer.concat(pieces)));
    });
    asked.on('error', () => res.destroy());
    asked.end();
  }, certificate);
  return outer.origin;
}

const { signal } = new AbortController();
async function troublesOf(publicUrl: string, trustProxy: number | false = 1): Promise<string[]> {
  const findings = await checkDuologue({ publicUrl, trustProxy }, { buy: false, signal });
  return findings.filter(({ ok }) => !ok).map(({ sentence }) => sentence);
}
/** The tests' proxies have no certificate. */
const noTls = expect.stringMatching(/^PUBLIC_URL is .* without encryption: set it to https:/);

it('behind a careful proxy only the missing TLS is found', async () => {
  expect(await troublesOf(await openSite(1))).toEqual([noTls]);
});

it('without any proxy nobody is trusted, and nothing else is found', async () => {
  const pass = (headers: IncomingHttpHeaders) => headers;
  expect(await troublesOf(await openSite(false, { pass }), false)).toEqual([noTls]);
});

it('a proxy too many in TRUST_PROXY is found, because a visitor can claim an address', async () => {
  const pass = (headers: IncomingHttpHeaders) => ({
    ...headers,
    'x-forwarded-for': `${headers['x-forwarded-for']}, 198.51.100.4`,
  });
  expect(await troublesOf(await openSite(2, { pass }), 2)).toEqual([
    noTls,
    expect.stringContaining('Visitors can claim any address, because TRUST_PROXY=2'),
  ]);
});

it('a proxy too few in TRUST_PROXY is found, because everybody has the proxy’s address', async () => {
  expect(await troublesOf(await openSite(false), false)).toEqual([
    noTls,
    expect.stringContaining('TRUST_PROXY is too low'),
  ]);
});

it('a proxy that changes Host is found', async () => {
  const pass = (headers: IncomingHttpHeaders) => ({ ...careful(headers), host: 'backend:3000' });
  expect(await troublesOf(await openSite(1, { pass }))).toEqual([
    noTls,
    expect.stringContaining('passes on Host as backend:3000'),
  ]);
});

it('a proxy that holds events back is found', async () => {
  expect(await troublesOf(await openSite(1, { buffers: true }))).toEqual([
    noTls,
    expect.stringContaining('holds server-sent events back'),
  ]);
});

it('an address at which something else answers, or nobody, is found with the reason', async () => {
  const other = await listen((_req, res) => void res.writeHead(404).end());
  expect(await troublesOf(other.origin)).toEqual([
    noTls,
    expect.stringMatching(/does not answer as this product does \(it answered 404\)/),
  ]);
  const page = await listen((_req, res) => void res.end('<!doctype html><p>Parked'));
  expect(await troublesOf(page.origin)).toEqual([noTls, expect.stringContaining('point its DNS')]);
  const nobody = await listen(() => {});
  closers.pop()?.();
  expect(await troublesOf(nobody.origin)).toEqual([noTls, expect.stringContaining('ECONNREFUSED')]);
});

/** One that is trusted until the end of the test; only openssl can make it. */
function makeCertificate(): Certificate {
  const dir = mkdtempSync(path.join(tmpdir(), 'duologue-tls-'));
  const [key, cert] = [path.join(dir, 'key.pem'), path.join(dir, 'cert.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', ...curve, ...names, ...files], { stdio: 'ignore' });
  const made = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(dir, { recursive: true });
  const before = getCACertificates('default');
  setDefaultCACertificates([made.cert]);
  closers.push(() => setDefaultCACertificates(before));
  return made;
}

const hasOpenssl = (() => {
  try {
    return execFileSync('openssl', ['version']).length > 0;
  } catch {
    return false;
  }
})();

// Without openssl there is no certificate to try it with.
describe.skipIf(!hasOpenssl)('over TLS', () => {
  it('behind a careful proxy with a certificate nothing is found', async () => {
    expect(await troublesOf(await openSite(1, { certificate: makeCertificate() }))).toEqual([]);
  });

  it('a proxy that does not say that visitors come by TLS is found, because nobody stays signed in', async () => {
    const pass = ({ 'x-forwarded-proto': _, ...headers }: IncomingHttpHeaders) => ({
      ...headers,
      'x-forwarded-for': '198.51.100.4',
    });
    const certificate = makeCertificate();
    expect(await troublesOf(await openSite(1, { certificate, pass }))).toEqual([
      expect.stringContaining('Let the proxy set X-Forwarded-Proto'),
    ]);
  });

  it('a proxy that drops cookies is found, on their way out and on their way in', async () => {
    const certificate = makeCertificate();
    const lost = [expect.stringContaining('A __Host- cookie does not come back')];
    const answer = ({ 'set-cookie': _, ...headers }: IncomingHttpHeaders) => headers;
    expect(await troublesOf(await openSite(1, { certificate, answer }))).toEqual(lost);
    const pass = ({ cookie, ...headers }: IncomingHttpHeaders) => careful(headers);
    expect(await troublesOf(await openSite(1, { certificate, pass }))).toEqual(lost);
  });
});
