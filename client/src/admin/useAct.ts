import { type MutateOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf } from '../api/client.ts';
import { useToast } from '../ui/Toast.tsx';
import { listKey } from './pages.ts';

type Act<Input, Reply> = {
  run: (input: Input) => Promise<Reply>;
  /** Lists that may have changed by it, as in `/api/admin/<name>`. */
  lists: string[];
  /** Said when it is done. */
  done?: ((reply: Reply) => string) | undefined;
  /** The title of the message when it is refused. */
  failed: string;
};

/** Something an admin does: once at a time, told in a toast, and the lists are read again. */
export function useAct<Input, Reply>({ run, lists, done, failed }: Act<Input, Reply>) {
  const client = useQueryClient();
  const { toast } = useToast();
  const busy = useRef(false);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: run,
    onSuccess(reply) {
      if (done) toast({ title: done(reply) });
    },
    onError(error) {
      toast({ title: failed, description: messageOf(error), kind: 'destructive' });
    },
    // Also after a refusal: somebody else may have been quicker.
    onSettled() {
      busy.current = false;
      return Promise.all(
        lists.map((name) => client.invalidateQueries({ queryKey: [listKey(name)] })),
      );
    },
  });
  return {
    isPending,
    /** What the act under way was asked to do. */
    input: variables,
    /** The second tap of two comes before the key could be drawn as pressed: it is dropped here. */
    start(input: Input, then: MutateOptions<Reply, Error, Input> = {}) {
      if (busy.current) return;
      busy.current = true;
      mutate(input, then);
    },
  };
}
