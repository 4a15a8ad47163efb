import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher, request } from 'undici';
import { openQueue, type Share } from '../../base/bounds/fairQueue.ts';
import { isPublicAddress } from './addresses.ts';
import { NotRead, type NotReadReason } from './notRead.ts';
import { isLocalPage, type LocalPages, parseLink } from './parseLink.ts';
import { readBody } from './readBody.ts';

const USER_AGENT = 'Duologue/1.0 (reads a page that a listener named; no crawler)';
const HEADERS = {
  'user-agent': USER_AGENT,
  accept: 'text/html, application/xhtml+xml, application/pdf, text/plain;q=0.5',
  'accept-encoding': 'gzip, br',
};

const MOST_REDIRECTS = 5;
const HEADER_BYTES = 16 * 1024;
const TOTAL_MILLISECONDS = 15_000;
export const PDF_BYTES = 10 * 1024 * 1024;
const PAGE_BYTES = 3 * 1024 * 1024;

export interface FetchOptions {
  /** Pages of a stand-in on this machine. Without it, nothing on this machine is read. */
  localPages?: LocalPages | undefined;
  resolve?: Resolve;
  /** For the whole fetch with its redirects; 15 s by default. */
  totalMilliseconds?: number;
}

export interface Page {
  kind: 'html' | 'text' | 'pdf';
  /** After all redirects. */
  url: URL;
  contentType: string;
  body: Buffer;
}

export function openFetcher(options: FetchOptions = {}) {
  const { localPages, resolve = resolveBySystem, totalMilliseconds = TOTAL_MILLISECONDS } = options;
  const dispatcher = new Agent({
    connect: openConnector(resolve, localPages?.origin),
    maxHeaderSize: HEADER_BYTES,
    maxResponseSize: PDF_BYTES,
    headersTimeout: totalMilliseconds,
    bodyTimeout: totalMilliseconds,
  });
  const turns = openQueue({ atOnce: 1 });

  async function follow(share: Share, link: string, signal: AbortSignal): Promise<Page> {
    let url = parseLink(link, localPages);
    for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
      const endTurn = await turns.take(share, signal, url.hostname);
      try {
        const next = await getOnce(url, dispatcher, signal);
        if (!(next instanceof URL)) return next;
        url = checkRedirect(url, next, localPages);
      } finally {
        endTurn();
      }
    }
    throw new NotRead('not-reachable');
  }

  return {
    /** @throws {NotRead}, or the signal's reason */
    async fetchPage(share: Share, link: string, signal: AbortSignal): Promise<Page> {
      const late = AbortSignal.timeout(totalMilliseconds);
      try {
        return await follow(share, link, AbortSignal.any([signal, late]));
      } catch (error) {
        signal.throwIfAborted();
        if (late.aborted) throw new NotRead('too-slow', { cause: error });
        throw asNotRead(error);
      }
    },
    close: () => dispatcher.destroy(),
  };
}

async function getOnce(url: URL, dispatcher: Agent, signal: AbortSignal): Promise<Page | URL> {
  const answer = await request(url, { dispatcher, signal, headers: HEADERS, reset: true });
  // A body that was not read to its end may report its closed connection after we have left.
  answer.body.on('error', () => {});
  try {
    if ([301, 302, 303, 307, 308].includes(answer.statusCode)) {
      const { location } = answer.headers;
      const next = typeof location === 'string' ? URL.parse(location, url.href) : null;
      if (!next) throw new NotRead('not-reachable');
      return next;
    }
    const reason = reasonOf(answer.statusCode);
    if (reason) throw new NotRead(reason);
    return await readPage(url, answer);
  } finally {
    answer.body.destroy();
  }
}

/** Checks a redirect as if it had been entered. HTTPS never leads to HTTP. */
function checkRedirect(from: URL, to: URL, localPages: LocalPages | undefined): URL {
  const next = parseLink(to.href, localPages);
  if (from.protocol === 'https:' && next.protocol === 'http:') throw new NotRead('not-reachable');
  // A public page never leads to this machine, not even to a stand-in.
  if (isLocalPage(next, localPages) && !isLocalPage(from, localPages)) {
    throw new NotRead('not-public');
  }
  return next;
}

function reasonOf(status: number): NotReadReason | null {
  if (status === 200) return null;
  if (status === 401 || status === 403 || status === 407) return 'needs-sign-in';
  if (status === 402 || status === 451) return 'blocked';
  return status === 404 || status === 410 ? 'gone' : 'not-reachable';
}

const KINDS: Record<string, Page['kind']> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/plain': 'text',
  'application/pdf': 'pdf',
  // Many servers send PDFs as this; the first bytes decide.
  'application/octet-stream': 'pdf',
};

async function readPage(url: URL, answer: Dispatcher.ResponseData): Promise<Page> {
  const contentType = String(answer.headers['content-type'] ?? '');
  const kind = KINDS[contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''];
  if (!kind) throw new NotRead('wrong-type');
  const body = await readBody(answer, kind === 'pdf' ? PDF_BYTES : PAGE_BYTES);
  // Some servers name a PDF otherwise. Then it must begin with the mark: a page may speak of one.
  if (isPdf(body, kind === 'pdf' ? undefined : 5)) return { kind: 'pdf', url, contentType, body };
  if (kind === 'pdf') throw new NotRead('wrong-type');
  return { kind, url, contentType, body };
}

/** The mark may follow a few other bytes (ISO 32000, implementation note 13). */
export function isPdf(bytes: Uint8Array, within = 1024): boolean {
  return Buffer.from(bytes.subarray(0, within)).includes('%PDF-');
}

function asNotRead(error: unknown): NotRead {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof NotRead) return cause;
    if ('code' in cause && cause.code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
      return new NotRead('too-large', { cause: error });
    }
  }
  return new NotRead('not-reachable', { cause: error });
}

export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

export const resolveBySystem: Resolve = (hostname) => lookup(hostname, { all: true });

const CONNECT_MILLISECONDS = 5000;

/** Connects only to public addresses that it has checked, so that changing DNS gains nothing. */
export function openConnector(
  resolve: Resolve,
  allowedOrigin: string | undefined,
): buildConnector.connector {
  const options = { timeout: CONNECT_MILLISECONDS, allowH2: false, maxCachedSessions: 0 };
  const anywhere = buildConnector(options);
  const guarded = buildConnector({ ...options, lookup: checkedLookup(resolve) });
  return (target, callback) => {
    if (allowedOrigin && originOf(target) === allowedOrigin) return anywhere(target, callback);
    // A literal address is never looked up.
    const host = target.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) && !isPublicAddress(host)) return callback(new NotRead('not-public'), null);
    guarded(target, (...[error, socket]) => {
      if (error) return callback(error, null);
      // Checks once more what the system has connected to.
      if (isPublicAddress(socket.remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      callback(new NotRead('not-public'), null);
    });
  };
}

function originOf({ protocol, hostname, port }: buildConnector.Options): string | undefined {
  const host = hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname;
  return URL.parse(`${protocol}//${host}:${port}`)?.origin;
}

function checkedLookup(resolve: Resolve): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        // One private address is enough: whoever mixes them wants us to try it.
        if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
          callback(new NotRead('not-public'), '');
        } else if (all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ''),
    );
  };
}
