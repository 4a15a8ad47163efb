import { type MutateOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useRef } from 'react';
import type { AdminAction } from '../api/admin.ts';
import { failureToast } from '../api/client.ts';
import { keys } from '../api/keys.ts';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { useToast } from '../ui/Toast.tsx';

type Options<Input, Reply> = AdminAction<Input, Reply> & {
  done?: (reply: Reply, input: Input) => string;
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

type ActionButtonProps<Input, Reply> = ComponentProps<typeof Button> & {
  action: Options<Input, Reply>;
  input: Input;
};

export function ActionButton<Input, Reply>(props: ActionButtonProps<Input, Reply>) {
  const { action, input, ...button } = props;
  const { isPending, start } = useAdminAction(action);
  return <Button {...button} pending={isPending} onClick={() => start(input)} />;
}

type SwitchProps = {
  label: string;
  on: boolean;
  action: Options<boolean, unknown>;
  /** What it switches; stands in place of "On" or "Off". */
  caption?: string;
};

/** While its action runs, it shows the state it is going to. */
export function Switch({ label, action, caption, ...props }: SwitchProps) {
  const { isPending, input, start } = useAdminAction(action);
  const on = isPending && input !== undefined ? input : props.on;
  return (
    <button
      type="button"
      role="switch"
      aria-label={label}
      aria-checked={on}
      aria-busy={isPending || undefined}
      onClick={() => isPending || start(!on)}
      className="flex min-h-11 items-center gap-2.5 rounded-chip"
    >
      <span aria-hidden className={classes('text-meta', on ? 'font-semibold' : 'text-soft')}>
        {caption ?? (on ? 'On' : 'Off')}
      </span>
      <span
        aria-hidden
        className={classes('flex h-8 w-14 rounded-full p-1', on ? 'bg-ink' : 'bg-well shadow-pit')}
      >
        <span
          className={classes(
            'size-6 rounded-full transition-transform duration-[120ms]',
            on ? 'translate-x-6 bg-ground' : 'bg-rim',
          )}
        />
      </span>
    </button>
  );
}
