import { isIP } from 'node:net';
import { isPublicAddress } from './addresses.ts';
import { NotRead } from './notRead.ts';

/** Longer ones are refused; browsers and servers, too, stop at a few thousand characters. */
const LONGEST_LINK = 2000;

/** The only pages on this machine that may be read: those of a stand-in. */
export interface LocalPages {
  /** For example `http://127.0.0.1:4010`. */
  origin: string;
  /** Begins and ends with a slash. */
  pathPrefix: string;
}

/**
 * The address to fetch. Names are not resolved here: their addresses are checked at connection.
 * @throws {NotRead} `not-an-address` or `not-public`
 */
export function parseLink(link: string, local?: LocalPages): URL {
  const given = link.trim();
  // A URL's parser would drop line breaks and tabs, so that what is sent is not what was checked.
  if (given.length > LONGEST_LINK || /[\s\p{Cc}\p{Cf}]/u.test(given)) {
    throw new NotRead('not-an-address');
  }
  const url = URL.parse(/^[\w-]+(\.[\w-]+)+(\/|$)/.test(given) ? `https://${given}` : given);
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname) throw new NotRead('not-an-address');
  if (url.username || url.password) throw new NotRead('not-an-address');
  url.hash = '';
  if (isLocalPage(url, local)) return url;
  // Without a port of its own: 80 for http and 443 for https.
  if (url.port !== '' || !isPublicHost(url.hostname)) throw new NotRead('not-public');
  return url;
}

/** Whether this is one of the stand-in's pages, the only exception to what is public. */
export function isLocalPage(url: URL, local: LocalPages | undefined): boolean {
  // A server may decode these after the path was compared.
  if (!local || /%(2e|2f|5c|25)/i.test(url.pathname)) return false;
  return url.origin === local.origin && url.pathname.startsWith(local.pathPrefix);
}

/** A URL's host is in its normal form: `0x7f.1` has become `127.0.0.1`. */
function isPublicHost(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (isIP(bare)) return isPublicAddress(bare);
  return bare.includes('.') && !/(^|\.)(localhost|local|internal|intranet|lan|arpa)$/.test(bare);
}

const SECRET_NAME =
  /(^|[-_.])(token|sig|signature|key|apikey|session|sid|auth|authorization|secret|password|passwd|pwd|code|jwt|hash|hmac|expires|credential|credentials|policy|otp|ticket|nonce|state)($|[-_.])|(token|session|sessid|sessionid|apikey|accesskey|signature|secret|password)s?$/i;
const TRACKER =
  /^(utm_.*|mtm_.*|pk_.*|fbclid|gclid|dclid|gbraid|wbraid|msclkid|twclid|igshid|mc_[ce]id|_hs.*|ref_src)$/i;

/** Without what would let another person in, or tell where the listener came from. */
export function withoutTokens(url: URL): URL {
  const clean = withoutTrackers(url);
  clean.pathname = clean.pathname.replace(/;(jsession|phpsess|s)id=[^/]*/gi, '');
  for (const [name, value] of url.searchParams) {
    if (SECRET_NAME.test(name) || isRandom(value)) clean.searchParams.delete(name);
  }
  return clean;
}

/** The same page, without what tells where the reader came from. */
export function withoutTrackers(url: URL): URL {
  const clean = new URL(url);
  clean.hash = '';
  for (const name of new Set(url.searchParams.keys())) {
    if (TRACKER.test(name)) clean.searchParams.delete(name);
  }
  return clean;
}

/** Long, in one piece, and a mixture: a search or a slug has its words apart. */
function isRandom(value: string): boolean {
  const isMixed = /\d/.test(value) && /[a-z]/i.test(value);
  return isMixed && (/^[0-9a-f-]{16,}$/i.test(value) || /^[\w+/=.~-]{20,}$/.test(value));
}
