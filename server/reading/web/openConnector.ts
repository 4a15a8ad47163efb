import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isPublicAddress } from './addresses.ts';
import { NotRead } from './notRead.ts';

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
