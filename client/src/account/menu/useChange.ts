import { useMutation } from '@tanstack/react-query';
import type { Account, AccountPatch } from '#shared/account.ts';
import { changeAccount } from '../../api/account.ts';
import { ApiError } from '../../api/client.ts';
import { useAuth } from '../../api/session/session.tsx';

export function useChange() {
  const { refresh } = useAuth();
  const { mutateAsync: change } = useMutation(changeAccount);

  return async (patch: AccountPatch): Promise<Account> => {
    try {
      const { user } = await change(patch);
      await refresh();
      return user;
    } catch (error) {
      // The session has ended: refreshing it makes `Guarded` redirect to the sign-in and back.
      if (error instanceof ApiError && error.problem?.code === 'unauthenticated') void refresh();
      throw error;
    }
  };
}
