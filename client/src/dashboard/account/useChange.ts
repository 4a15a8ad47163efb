import { useMutation } from '@tanstack/react-query';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import type { Account, AccountPatch } from '#shared/account.ts';
import { changeAccount } from '../../api/account.ts';
import { ApiError, failureToast, fieldMessagesOf } from '../../api/client.ts';
import { useAuth } from '../../auth/session.tsx';
import { useToast } from '../../ui/Toast.tsx';

/**
 * Changes the account and refreshes the session. `fields` maps the names in the server's complaints to
 * fields of the form, in the order of the form. Returns the account as it is now, or null after a
 * toast that says why nothing was changed.
 */
export function useChange<Form extends FieldValues, Read>(
  form: UseFormReturn<Form, unknown, Read>,
  fields: Record<string, FieldPath<Form>>,
) {
  const { refresh } = useAuth();
  const { toast } = useToast();
  const { mutateAsync: change } = useMutation(changeAccount);

  return async (patch: AccountPatch, failed: string): Promise<Account | null> => {
    try {
      const { user } = await change(patch);
      await refresh();
      return user;
    } catch (error) {
      const messages = fieldMessagesOf(error);
      const refused = Object.entries(fields).filter(([name]) => messages[name]);
      for (const [index, [name, field]] of refused.entries()) {
        form.setError(field, { message: messages[name] ?? '' }, { shouldFocus: index === 0 });
      }
      toast(failureToast(failed, error));
      // The session has ended: refreshing it makes `Guarded` redirect to the sign-in and back.
      if (error instanceof ApiError && error.problem?.code === 'unauthenticated') await refresh();
      return null;
    }
  };
}
