import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Account, DevMode } from '#shared/account.ts';
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

export const signOut = () => call('POST', '/api/auth/logout');

export const setDevMode = (value: DevMode) =>
  call('POST', '/api/auth/dev-mode', { body: { value } });
