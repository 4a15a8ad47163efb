import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Account } from '#shared/account.ts';
import { call, isRecord, shape } from './client.ts';
import { keys } from './keys.ts';

const sessionReply = shape(
  (value): value is { user: Account | null } => isRecord(value) && 'user' in value,
);

export async function fetchUser(signal?: AbortSignal): Promise<Account | null> {
  const { user } = await call('GET', '/api/auth/me', { schema: sessionReply, signal });
  return user;
}

/** How long the session is cached, ms. */
export const SESSION_AGE = 5 * 60 * 1000;

/** Any failure means that nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: keys.session,
  queryFn: async () => {
    const user = await fetchUser().catch(() => null);
    if (!user) forgetGoogle();
    return user;
  },
  staleTime: SESSION_AGE,
});

/** Only the next screen that needs the account fetches it. */
export const outdateAccount = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: keys.session, refetchType: 'none' });

const FIREBASE_USER = 'firebase:authUser:';

/** Needs no Firebase SDK. A token left on a shared computer would let the next visitor in. */
function forgetGoogle(): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(FIREBASE_USER)) localStorage.removeItem(name);
    }
  } catch {
    // A browser without storage has nothing to forget.
  }
}

function statesIn(reply: unknown): string[] {
  if (!isRecord(reply)) return [];
  const pages = Array.isArray(reply.pages) ? reply.pages.filter(isRecord) : [];
  const listed = pages.flatMap(({ orders, podcasts }) => [orders, podcasts].flat());
  const things = [reply.order, reply.podcast, ...listed].filter(isRecord);
  return things.map(({ status }) => String(status));
}

/** States in which an order or an episode has changed nothing about the account yet. */
const PENDING = ['open', 'processing'];

/** Outdates the session when a reply shows a payment or a finished episode. */
export function watchAccountChanges(client: QueryClient): () => void {
  const known = new Map<string, string>();
  return client.getQueryCache().subscribe(({ type, query }) => {
    const { queryHash, state } = query;
    const states = type === 'updated' ? statesIn(state.data) : [];
    if (states.length === 0) return;
    const now = states.join();
    // A list may show changes long past; an order looked at by itself was just placed.
    const isPast = isRecord(state.data) && 'pages' in state.data;
    const before = known.get(queryHash) ?? (isPast ? now : PENDING.find((one) => one === now));
    known.set(queryHash, now);
    if (before !== now) void outdateAccount(client);
  });
}

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
