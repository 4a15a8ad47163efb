import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
} from 'react';
import type { Account, DevMode } from '#shared/account.ts';
import type { ClientConfig } from '#shared/config.ts';
import { call } from '../api/client.ts';
import { forgetGoogle } from './forgetGoogle.ts';

type Auth = {
  user: Account | null;
  /** True until the first answer about the session. */
  isLoading: boolean;
  isAuthenticated: boolean;
  /** Asks again who is signed in, and answers with that. */
  refresh: () => Promise<Account | null>;
  signOut: () => Promise<void>;
  /** Whom this browser plays; only said to the server where `setDevMode` is not null. */
  devMode: DevMode;
  /** Signs in as a demo user or admin, or out; null where the server knows no such thing. */
  setDevMode: ((value: DevMode) => Promise<void>) | null;
};

/** How long after the development-mode value is set the session is asked for, ms (spec section 9). */
const DEV_MODE_DELAY = 100;

const AuthContext = createContext<Auth | null>(null);

const session = {
  queryKey: ['/api/auth/me'],
  queryFn: checkSession,
  staleTime: 5 * 60 * 1000,
  retry: false,
};

/** As `config.ts` asks for it. */
const config = { queryKey: ['/api/config'] };

/** Any failure means that nobody is signed in (spec section 7). */
async function checkSession(): Promise<Account | null> {
  try {
    const { user } = await call<{ user: Account | null }>('GET', '/api/auth/me');
    if (!user) throw new Error('Not authenticated');
    return user;
  } catch {
    forgetGoogle();
    return null;
  }
}

/** What the last person saw must not wait for the next one; the installation stays the same. */
function forgetPerson(client: QueryClient) {
  const kept: unknown[] = [session.queryKey[0], config.queryKey[0]];
  client.removeQueries({ predicate: ({ queryKey }) => !kept.includes(queryKey[0]) });
}

/** Knows who is signed in, for every screen below it. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { data: user = null, isPending } = useQuery(session);

  const refresh = useCallback(async () => {
    await client.invalidateQueries({ queryKey: session.queryKey });
    return client.getQueryData<Account | null>(session.queryKey) ?? null;
  }, [client]);

  const [devMode, setValue] = useState<DevMode>('logout');
  const hasDevMode = useDevModeKnown();
  const setDevMode = useCallback(
    async (value: DevMode) => {
      await call('POST', '/api/auth/dev-mode', { body: { value } });
      setValue(value);
      forgetPerson(client);
      await new Promise((resolve) => setTimeout(resolve, DEV_MODE_DELAY));
      await refresh();
    },
    [client, refresh],
  );

  const signOut = useCallback(async () => {
    try {
      await call('POST', '/api/auth/logout');
    } catch (error) {
      console.error('Logout failed', error);
    }
    forgetPerson(client);
    await refresh();
  }, [client, refresh]);

  const auth = useMemo(
    () => ({
      user,
      isLoading: isPending,
      isAuthenticated: user !== null,
      refresh,
      signOut,
      devMode,
      setDevMode: hasDevMode ? setDevMode : null,
    }),
    [user, isPending, refresh, signOut, devMode, setDevMode, hasDevMode],
  );
  // Every screen reads it. Told of the first answer at once, a page that is still waking up would
  // wake in one piece; what comes later is told before anything is done about it.
  const first = useDeferredValue(auth);
  return <AuthContext value={first.isLoading ? first : auth}>{children}</AuthContext>;
}

/** Looks at the configuration when a screen has asked for it; nobody waits for it because of this. */
function useDevModeKnown(): boolean {
  return useQuery<ClientConfig>({ ...config, enabled: false }).data?.devMode ?? false;
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

/**
 * For a screen that tells how the account stands: asks the server once when the screen opens,
 * because a payment or a finished episode changes the account behind the session's back.
 * No answer leaves the session as it was, so that a bad connection signs nobody out.
 */
export function useFreshAccount(): Account | null {
  const client = useQueryClient();
  const { user } = useAuth();
  useEffect(() => {
    const leaving = new AbortController();
    call<{ user: Account | null }>('GET', '/api/auth/me', { signal: leaving.signal }).then(
      (fresh) => {
        if (!leaving.signal.aborted) client.setQueryData(session.queryKey, fresh.user);
      },
      () => undefined,
    );
    return () => leaving.abort();
  }, [client]);
  return user;
}
