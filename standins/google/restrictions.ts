import type { z } from 'zod';
import type { googleAccount } from './account.ts';

type Account = z.infer<typeof googleAccount>;

/** In Google's words; null if the site may use the key. */
export function blocked({ referrers }: Account, referrer: string | undefined): string | null {
  if (referrers?.some((pattern) => matches(pattern, referrer ?? '')) !== false) return null;
  return `Requests from referer ${referrer ?? '<empty>'} are blocked.`;
}

/** Matches Google's patterns: `*` is any text, and a URL without a path includes all paths. */
function matches(pattern: string, referrer: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}(/.*)?$`).test(referrer);
}

function isAuthorized({ authorizedDomains }: Account, page: string): boolean {
  if (authorizedDomains === null) return true;
  if (!URL.canParse(page)) return false;
  const { hostname } = new URL(page);
  return authorizedDomains.some((one) => hostname === one || hostname.endsWith(`.${one}`));
}

export function popupError(account: Account, authDomain: string, page: string) {
  if (!isAuthorized(account, page)) {
    return { code: 'auth/unauthorized-domain', message: 'This domain is not authorized' };
  }
  // Real Firebase's popup is on the auth domain, so its requests have that referrer.
  const words = blocked(account, `https://${authDomain}/`);
  if (!words) return null;
  return { code: `auth/${words.toLowerCase().replace(/\s+/g, '-')}`, message: words };
}
