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
import { configQuery } from '../config.ts';
import { keys } from '../keys.ts';
import {
  signOut as endSession,
  fetchUser,
  SESSION_AGE,
  sessionQuery,
  setDevMode as switchUser,
} from '../session.ts';
import { watchAccountChanges } from './accountChanges.ts';
import { signInPath } from './next.ts';

type Auth = {
  user: Account | null;
  /** True until the first reply about the session. */
  isLoading: boolean;
  isAuthenticated: boolean;
  refresh: () => Promise<Account | null>;
  signOut: () => Promise<void>;
  /** The demo role of this browser; used only where `setDevMode` is not null. */
  devMode: DevMode;
  /** Signs in as a demo user or admin, or out; null outside development mode. */
  setDevMode: ((value: DevMode) => Promise<void>) | null;
};

/** How long after the development-mode value is set the session is asked for, ms (spec section 9). */
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
  const hasDevMode = useDevModeKnown();
  const setDevMode = useCallback(
    async (value: DevMode) => {
      await switchUser(value);
      setValue(value);
      forgetUser(client);
      await new Promise((resolve) => setTimeout(resolve, DEV_MODE_DELAY));
      await refresh();
    },
    [client, refresh],
  );

  const signOut = useCallback(async () => {
    try {
      await endSession();
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
      setDevMode: hasDevMode ? setDevMode : null,
    }),
    [user, isPending, refresh, signOut, devMode, setDevMode, hasDevMode],
  );
  // Every screen reads it. The first reply is deferred, so that it does not force a page that is still
  // hydrating to finish in one go; later ones apply at once.
  const first = useDeferredValue(auth);
  return <AuthContext value={first.isLoading ? first : auth}>{children}</AuthContext>;
}

/** Reads the configuration if a screen has fetched it; never fetches it itself. */
function useDevModeKnown(): boolean {
  return useQuery({ ...configQuery, enabled: false }).data?.devMode ?? false;
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

/**
 * The account, fetched again when the screen opens if what is known of it is older than the spec's five
 * minutes, or if a payment or a finished episode has changed it on the server since. A failed request
 * leaves the session as it was, so that a bad connection signs nobody out.
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
  if (!isAuthenticated)
    return <Redirect to={signInPath(search ? `${path}?${search}` : path)} replace />;
  return children;
}
