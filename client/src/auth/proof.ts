import { useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { call, messageOf } from '../api.ts';
import { useToast } from '../ui/Toast.tsx';
import { useAuth } from './session.tsx';

/**
 * Uses the link of the welcome letter, `/auth?proof=<token>`, signed in or out: once, and the
 * parameter goes at once, so that neither Back nor a reload meets it again. Stands before whatever
 * else leaves the page.
 */
export function useProof(): void {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const { isLoading, refresh } = useAuth();
  const { toast } = useToast();
  const used = useRef(false);

  useEffect(() => {
    // A session check that was sent before the proof would answer as if there were none.
    if (isLoading) return;
    const rest = new URLSearchParams(search);
    const token = rest.get('proof');
    if (!token || used.current) return;
    used.current = true;
    rest.delete('proof');
    navigate(rest.size ? `${path}?${rest}` : path, { replace: true });

    call('POST', '/api/auth/verify-email', { body: { token } })
      .then(() => {
        toast({
          title: 'Address confirmed',
          description: 'Thank you: your letters will reach you.',
        });
        return refresh();
      })
      .catch((error: unknown) => {
        toast({
          title: 'Address not confirmed',
          description: messageOf(error),
          kind: 'destructive',
        });
      });
  }, [isLoading, search, path, navigate, toast, refresh]);
}
