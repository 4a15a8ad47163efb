import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classes } from './classes.ts';

export type Wiring = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

export type FieldProps = {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  counter?: ReactNode;
  labelHidden?: boolean | undefined;
  className?: string | undefined;
};

export function Field(props: FieldProps & { children: (wiring: Wiring) => ReactNode }) {
  const { label, error, hint, counter, labelHidden, className, children } = props;
  const id = useId();
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-2 block font-bold'}>
        {label}
      </label>
      <div
        className={classes(
          'well relative has-[textarea:focus-visible]:outline-3 has-[textarea:focus-visible]:outline-offset-3 has-[textarea:focus-visible]:outline-ink',
          error && 'outline-2 outline-err',
        )}
      >
        {children({
          id,
          'aria-describedby': notes || undefined,
          'aria-invalid': error ? true : undefined,
        })}
        {counter !== undefined && (
          <p className="pointer-events-none px-4 pb-3 text-right text-meta text-soft">{counter}</p>
        )}
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-2 flex items-start gap-2 font-semibold text-err">
          <CircleAlert aria-hidden size={20} className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-2 text-meta text-soft">
          {hint}
        </p>
      )}
    </div>
  );
}
