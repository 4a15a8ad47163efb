import { type MutateOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { AdminAction } from '../api/admin.ts';
import { failureToast } from '../api/client.ts';
import { keys } from '../api/keys.ts';
import { useToast } from '../ui/Toast.tsx';

type Options<Input, Reply> = AdminAction<Input, Reply> & {
  done?: ((reply: Reply, input: Input) => string) | undefined;
  /** Title of the toast after a failure. */
  failed: string;
};

/** Runs one action at a time, reports it in a toast and refetches the lists. */
export function useAdminAction<Input, Reply>({ run, lists, done, failed }: Options<Input, Reply>) {
  const client = useQueryClient();
  const { toast } = useToast();
  const busy = useRef(false);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: run,
    onSuccess(reply, input) {
      if (done) toast({ title: done(reply, input) });
    },
    onError(error) {
      toast(failureToast(failed, error));
    },
    // Also after a failure: another admin may have been quicker.
    onSettled() {
      busy.current = false;
      return Promise.all(
        lists.map((name) => client.invalidateQueries({ queryKey: keys.admin(name) })),
      );
    },
  });
  return {
    isPending,
    input: variables,
    /** Drops the second of two quick clicks, which comes before the button is drawn as pending. */
    start(input: Input, then: MutateOptions<Reply, Error, Input> = {}) {
      if (busy.current) return;
      busy.current = true;
      mutate(input, then);
    },
  };
}
