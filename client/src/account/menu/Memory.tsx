import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import type { Account } from '#shared/account.ts';
import { failureToast } from '../../api/client.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { useToast } from '../../ui/Toast.tsx';
import { useChange } from './useChange.ts';

export function Memory({ user }: { user: Account }) {
  const { toast } = useToast();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: useChange(),
    onError: (error) => toast(failureToast('That wasn’t saved', error)),
  });
  const why = useId();

  return (
    <li>
      <Checkbox
        checked={isPending ? variables.hasMemory === true : user.hasMemory}
        describedBy={why}
        onChange={(hasMemory) => isPending || mutate({ hasMemory })}
      >
        <span className="font-bold">Remember what I’ve heard</span>
      </Checkbox>
      <p id={why} className="-mt-2 mb-2 pl-10 text-meta text-soft">
        So a second episode on a topic doesn’t repeat the first.
      </p>
    </li>
  );
}
