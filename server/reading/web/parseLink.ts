import { isIP } from 'node:net';
import { isPublicAddress } from './addresses.ts';
import { NotRead } from './notRead.ts';

const LONGEST_LINK = 2000;

/** A stand-in's pages, the only ones on this machine that may be read. */
export interface LocalPages {
  origin: string;
  /** Begins and ends with a slash. */
  pathPrefix: string;
}

/** Resolves no names: the connector checks their addresses. Throws `NotRead`. */
export function parseLink(link: string, local?: LocalPages): URL {
  const given = link.trim();
  // The URL parser drops line breaks and tabs, and would send something other than we checked.
  if (given.length > LONGEST_LINK || /[\s\p{Cc}\p{Cf}]/u.test(given)) {
    throw new NotRead('not-an-address');
  }
  const url = URL.parse(/^[\w-]+(\.[\w-]+)+(\/|$)/.test(given) ? `https://${given}` : given);
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname) throw new NotRead('not-an-address');
  if (url.username || url.password) throw new NotRead('not-an-address');
  url.hash = '';
  if (isLocalPage(url, local)) return url;
  // Only the default ports, 80 for http and 443 for https.
  if (url.port !== '' || !isPublicHost(url.hostname)) throw new NotRead('not-public');
  return url;
}

export function isLocalPage(url: URL, local: LocalPages | undefined): boolean {
  // A server may decode these after we have compared the path.
  if (!local || /%(2e|2f|5c|25)/i.test(url.pathname)) return false;
  return url.origin === local.origin && url.pathname.startsWith(local.pathPrefix);
}

/** `host` is in a URL's normal form: `0x7f.1` has become `127.0.0.1`. */
function isPublicHost(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (isIP(bare)) return isPublicAddress(bare);
  return bare.includes('.') && !/(^|\.)(localhost|local|internal|intranet|lan|arpa)$/.test(bare);
}

const SECRET_NAME =
  /(^|[-_.])(token|sig|signature|key|apikey|session|sid|auth|authorization|secret|password|passwd|pwd|code|jwt|hash|hmac|expires|credential|credentials|policy|otp|ticket|nonce|state)($|[-_.])|(token|session|sessid|sessionid|apikey|accesskey|signature|secret|password)s?$/i;
const TRACKER =
  /^(utm_.*|mtm_.*|pk_.*|fbclid|gclid|dclid|gbraid|wbraid|msclkid|twclid|igshid|mc_[ce]id|_hs.*|ref_src)$/i;

export function withoutTokens(url: URL): URL {
  const clean = withoutTrackers(url);
  clean.pathname = clean.pathname.replace(/;(jsession|phpsess|s)id=[^/]*/gi, '');
  for (const [name, value] of url.searchParams) {
    if (SECRET_NAME.test(name) || isRandom(value)) clean.searchParams.delete(name);
  }
  return clean;
}

export function withoutTrackers(url: URL): URL {
  const clean = new URL(url);
  clean.hash = '';
  for (const name of new Set(url.searchParams.keys())) {
    if (TRACKER.test(name)) clean.searchParams.delete(name);
  }
  return clean;
}

/** Whether a value looks like a token: long, with letters and digits mixed, and not made of words. */
function isRandom(value: string): boolean {
  const isMixed = /\d/.test(value) && /[a-z]/i.test(value);
  const isWords = /^([a-z]+|\d+)([-_.~+/]([a-z]+|\d+)){2,}$/i.test(value);
  return (
    isMixed && (/^[0-9a-f-]{16,}$/i.test(value) || (!isWords && /^[\w+/=.~-]{20,}$/.test(value)))
  );
}
