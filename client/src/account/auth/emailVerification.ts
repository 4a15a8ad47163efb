import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { verifyEmail } from '../../api/auth.ts';
import { failureToast } from '../../api/client.ts';
import { useAuth } from '../../api/session/session.tsx';
import { useToast } from '../../ui/Toast.tsx';

/** Call it before any hook that leaves the page. Returns true while it waits for the sign-in. */
export function useEmailVerification(): boolean {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const { user, isLoading, refresh } = useAuth();
  const { toast } = useToast();
  const { mutateAsync: verify } = useMutation(verifyEmail);
  const used = useRef(false);

  useEffect(() => {
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
          description: 'Thank you. Our emails will reach you.',
        });
        return refresh();
      })
      .catch((error: unknown) => {
        toast(failureToast('We couldn’t confirm your address', error));
      });
  }, [user, search, path, navigate, toast, verify, refresh]);

  return !user && !isLoading && new URLSearchParams(search).has('proof');
}
