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
import { Redirect, useLocation, useSearch } from 'wouter';
import type { Account, DevMode } from '#shared/account.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { call } from '../client.ts';
import { keys } from '../keys.ts';
import { fetchUser, SESSION_AGE, sessionQuery, watchAccountChanges } from '../session.ts';

type Auth = {
  user: Account | null;
  isLoading: boolean;
  isAuthenticated: boolean;
  refresh: () => Promise<Account | null>;
  signOut: () => Promise<void>;
  devMode: DevMode;
  setDevMode: (value: DevMode) => Promise<void>;
};

/** The pause between setting the development mode and asking for the session, ms. */
const DEV_MODE_DELAY = 100;

const AuthContext = createContext<Auth | null>(null);

/** Drops what the last user saw; the configuration is the same for everybody. */
function forgetUser(client: QueryClient) {
  const kept: unknown[] = [...keys.session, ...keys.config];
  client.removeQueries({ predicate: ({ queryKey }) => !kept.includes(queryKey[0]) });
}

export function AuthProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { data: user = null, isPending } = useQuery(sessionQuery);
  useEffect(() => watchAccountChanges(client), [client]);

  const refresh = useCallback(async () => {
    await client.invalidateQueries({ queryKey: keys.session });
    return client.getQueryData(sessionQuery.queryKey) ?? null;
  }, [client]);

  const [devMode, setValue] = useState<DevMode>('logout');
  const setDevMode = useCallback(
    async (value: DevMode) => {
      await call('POST', '/api/auth/dev-mode', { body: { value } });
      setValue(value);
      forgetUser(client);
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
    forgetUser(client);
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
      setDevMode,
    }),
    [user, isPending, refresh, signOut, devMode, setDevMode],
  );
  // Every screen reads it. Deferring the first reply keeps it from forcing a page that is still
  // hydrating to finish in one go; later replies apply at once.
  const first = useDeferredValue(auth);
  return <AuthContext value={first.isLoading ? first : auth}>{children}</AuthContext>;
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

/**
 * Fetches the account again when the screen opens if it is older than `SESSION_AGE` or outdated. A
 * failed request leaves the session as it was, so that a bad connection signs nobody out.
 */
export function useFreshAccount(): Account | null {
  const client = useQueryClient();
  const { user } = useAuth();
  useEffect(() => {
    const known = client.getQueryCache().find({ queryKey: keys.session });
    if (!known?.state.dataUpdatedAt || !known.isStaleByTime(SESSION_AGE)) return;
    const leaving = new AbortController();
    fetchUser(leaving.signal).then(
      (fresh) => {
        if (!leaving.signal.aborted) client.setQueryData(sessionQuery.queryKey, fresh);
      },
      () => undefined,
    );
    return () => leaving.abort();
  }, [client]);
  return user;
}

export function Guarded({ children }: { children: ReactNode }) {
  const { isLoading, isAuthenticated } = useAuth();
  const [path] = useLocation();
  const search = useSearch();
  if (isLoading) return <Spinner />;
  if (isAuthenticated) return children;
  const next = search ? `${path}?${search}` : path;
  return <Redirect to={`/auth?next=${encodeURIComponent(next)}`} replace />;
}
