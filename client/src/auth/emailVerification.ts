import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { verifyEmail } from '../api/auth.ts';
import { messageOf } from '../api/client.ts';
import { useToast } from '../ui/Toast.tsx';
import { useAuth } from './session.tsx';

/**
 * Uses the link of the welcome letter, `/auth?proof=<token>`, as soon as somebody is signed in: once,
 * and the parameter goes with it, so that neither Back nor a reload meets it again. Until then it
 * stays in the address, and the answer is true: the page has to say that signing in comes first.
 * Stands before whatever else leaves the page.
 */
export function useEmailVerification(): boolean {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const { user, isLoading, refresh } = useAuth();
  const { toast } = useToast();
  const { mutateAsync: verify } = useMutation(verifyEmail);
  const used = useRef(false);

  useEffect(() => {
    // It proves the address of whoever is signed in, so it waits for them.
    if (!user) return;
    const rest = new URLSearchParams(search);
    const token = rest.get('proof');
    if (!token || used.current) return;
    used.current = true;
    rest.delete('proof');
    navigate(rest.size ? `${path}?${rest}` : path, { replace: true });

    verify(token)
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
  }, [user, search, path, navigate, toast, verify, refresh]);

  return !user && !isLoading && new URLSearchParams(search).has('proof');
}
