import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useMemo } from 'react';
import type { Account } from '#shared/account.ts';
import { call } from '../api.ts';

type Auth = {
  user: Account | null;
  /** True until the first answer about the session. */
  isLoading: boolean;
  isAuthenticated: boolean;
  /** Asks again who is signed in, and answers with that. */
  refresh: () => Promise<Account | null>;
  signOut: () => Promise<void>;
};

const AuthContext = createContext<Auth | null>(null);

const session = {
  queryKey: ['/api/auth/me'],
  queryFn: checkSession,
  staleTime: 5 * 60 * 1000,
  retry: false,
};

/** Any failure means that nobody is signed in (spec section 7). */
async function checkSession(): Promise<Account | null> {
  try {
    const { user } = await call<{ user: Account | null }>('GET', '/api/auth/me');
    if (!user) throw new Error('Not authenticated');
    return user;
  } catch {
    return null;
  }
}

/** Knows who is signed in, for every screen below it. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { data: user = null, isPending } = useQuery(session);

  const refresh = useCallback(async () => {
    await client.invalidateQueries({ queryKey: session.queryKey });
    return client.getQueryData<Account | null>(session.queryKey) ?? null;
  }, [client]);

  const signOut = useCallback(async () => {
    try {
      await call('POST', '/api/auth/logout');
    } catch (error) {
      console.error('Logout failed', error);
    }
    // What the last person saw must not wait for the next one.
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== session.queryKey[0] });
    await refresh();
  }, [client, refresh]);

  const auth = useMemo(
    () => ({ user, isLoading: isPending, isAuthenticated: user !== null, refresh, signOut }),
    [user, isPending, refresh, signOut],
  );
  return <AuthContext value={auth}>{children}</AuthContext>;
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}
