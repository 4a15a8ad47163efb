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
import { configQuery } from '../api/config.ts';
import { keys } from '../api/keys.ts';
import {
  signOut as endSession,
  fetchUser,
  sessionQuery,
  setDevMode as switchUser,
} from '../api/session.ts';

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

/** Drops what the last user saw; the configuration is the same for everybody. */
function forgetUser(client: QueryClient) {
  const kept: unknown[] = [...keys.session, ...keys.config];
  client.removeQueries({ predicate: ({ queryKey }) => !kept.includes(queryKey[0]) });
}

/** Knows who is signed in, for every screen below it. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { data: user = null, isPending } = useQuery(sessionQuery);

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
  // Every screen reads it. Told of the first answer at once, a page that is still waking up would
  // wake in one piece; what comes later is told before anything is done about it.
  const first = useDeferredValue(auth);
  return <AuthContext value={first.isLoading ? first : auth}>{children}</AuthContext>;
}

/** Looks at the configuration when a screen has asked for it; nobody waits for it because of this. */
function useDevModeKnown(): boolean {
  return useQuery({ ...configQuery, enabled: false }).data?.devMode ?? false;
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
