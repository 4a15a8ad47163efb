import type { z } from 'zod';
import type { googleAccount } from './account.ts';

type Account = z.infer<typeof googleAccount>;

/** Google's words for a site that may not use the key; null when it may. */
export function blocked({ referrers }: Account, referrer: string | undefined): string | null {
  if (referrers?.some((pattern) => matches(pattern, referrer ?? '')) !== false) return null;
  return `Requests from referer ${referrer ?? '<empty>'} are blocked.`;
}

/** A pattern of Google's: `*` stands for anything, and an address without a path for all of it. */
function matches(pattern: string, referrer: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}(/.*)?$`).test(referrer);
}

/** Whether the SDK would let a page of this address open the popup. */
function isAuthorized({ authorizedDomains }: Account, page: string): boolean {
  if (authorizedDomains === null) return true;
  if (!URL.canParse(page)) return false;
  const { hostname } = new URL(page);
  return authorizedDomains.some((one) => hostname === one || hostname.endsWith(`.${one}`));
}

/** The error of the popup where the project is not set up for the page, else null. */
export function popupError(account: Account, authDomain: string, page: string) {
  if (!isAuthorized(account, page)) {
    return { code: 'auth/unauthorized-domain', message: 'This domain is not authorized' };
  }
  // With real Firebase the popup's page is on the auth domain, and asks Google from there.
  const words = blocked(account, `https://${authDomain}/`);
  if (!words) return null;
  return { code: `auth/${words.toLowerCase().replace(/\s+/g, '-')}`, message: words };
}
