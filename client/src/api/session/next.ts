export const signInPath = (path: string) => `/auth?next=${encodeURIComponent(path)}`;

/** Returns null unless `raw` is on this site, and neither the sign-in page nor an API path. */
export function safeNext(raw: string | null): string | null {
  if (!raw?.startsWith('/')) return null;
  // Parse it as browsers do: `//host`, `/\host` and tabs may lead to another site.
  const home = window.location.origin;
  if (!URL.canParse(raw, home)) return null;
  const url = new URL(raw, home);
  const path = url.pathname;
  if (url.origin !== home || path === '/auth' || path.startsWith('/api/')) return null;
  return path + url.search + url.hash;
}
