import type { ReactNode } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { Spinner } from '../ui/Spinner.tsx';
import { signInPath } from './next.ts';
import { useAuth } from './session.tsx';

/** Shows a screen to signed-in users; others sign in first and come back. */
export function Guarded({ children }: { children: ReactNode }) {
  const { isLoading, isAuthenticated } = useAuth();
  const [path] = useLocation();
  const search = useSearch();
  if (isLoading) return <Spinner />;
  if (!isAuthenticated)
    return <Redirect to={signInPath(search ? `${path}?${search}` : path)} replace />;
  return children;
}
