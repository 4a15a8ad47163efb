import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import type { Account, AccountPatch } from '#shared/account.ts';
import { ApiError, call, messageOf } from '../../api/client.ts';
import { useAuth } from '../../auth/session.tsx';
import { useToast } from '../../ui/Toast.tsx';

/**
 * Sends a change of the account and lets every screen know of it. `places` names the field of the
 * form for each the server may complain of, in the order of the form. Gives the account as it is
 * now, or null after telling why nothing was changed.
 */
export function useChange<Form extends FieldValues, Read>(
  form: UseFormReturn<Form, unknown, Read>,
  places: Record<string, FieldPath<Form>>,
) {
  const { refresh } = useAuth();
  const { toast } = useToast();

  return async (patch: AccountPatch, failed: string): Promise<Account | null> => {
    try {
      const { user } = await call<{ user: Account }>('PATCH', '/api/account', { body: patch });
      await refresh();
      return user;
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem : null;
      const said = Object.entries(places).filter(([name]) => problem?.fields[name]);
      for (const [order, [name, place]] of said.entries()) {
        const message = problem?.fields[name] ?? '';
        form.setError(place, { message }, { shouldFocus: order === 0 });
      }
      toast({ kind: 'destructive', title: failed, description: messageOf(error) });
      // The session ended elsewhere: the page goes to the sign-in and comes back from it.
      if (problem?.code === 'unauthenticated') await refresh();
      return null;
    }
  };
}
