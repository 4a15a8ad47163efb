import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import type { Account } from '#shared/account.ts';
import { failureToast } from '../../api/client.ts';
import { useToast } from '../../ui/Toast.tsx';
import { useChange } from './useChange.ts';

/** Whether the next episode may know what the account has heard. */
export function Memory({ user }: { user: Account }) {
  const { toast } = useToast();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: useChange(),
    onError: (error) => toast(failureToast('That wasn’t saved', error)),
  });
  const label = useId();

  return (
    <li className="flex items-start gap-4">
      <input
        id={label}
        type="checkbox"
        checked={isPending ? variables.hasMemory === true : user.hasMemory}
        aria-describedby={`${label}-why`}
        onChange={({ target }) => isPending || mutate({ hasMemory: target.checked })}
        className="mx-px mt-3 size-5 shrink-0 accent-[var(--ink)]"
      />
      <div>
        <label htmlFor={label} className="flex min-h-11 items-center font-bold">
          Remember what I’ve heard
        </label>
        <p id={`${label}-why`} className="-mt-2 mb-2 text-meta text-soft">
          So a second episode on a topic doesn’t repeat the first.
        </p>
      </div>
    </li>
  );
}
