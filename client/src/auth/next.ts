/** Where to send a visitor who must sign in first: `path` is where they wanted to go. */
export const signInPath = (path: string) => `/auth?next=${encodeURIComponent(path)}`;

/** The path a visitor may return to: on this site, and neither the sign-in page nor the server's. */
export function safeNext(raw: string | null): string | null {
  if (!raw?.startsWith('/')) return null;
  // The URL parser reads `//host`, `/\host` and tabs as browsers do, so it decides what is ours.
  const home = window.location.origin;
  if (!URL.canParse(raw, home)) return null;
  const url = new URL(raw, home);
  const path = url.pathname;
  if (url.origin !== home || path === '/auth' || path.startsWith('/api/')) return null;
  return path + url.search + url.hash;
}
