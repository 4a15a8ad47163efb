import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { Field, type FieldProps } from './Field.tsx';

/** At a font size below 16 px, iOS would zoom in. */
export const lineControl =
  'block h-13 w-full rounded-well bg-transparent px-4 text-body text-ink caret-a outline-offset-2';

export function TextField(props: FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps>) {
  const { label, error, hint, counter, labelHidden, className, ...input } = props;
  const frame = { label, error, hint, counter, labelHidden, className };
  return (
    <Field {...frame}>
      {(wiring) => <input type="text" {...input} {...wiring} className={classes(lineControl)} />}
    </Field>
  );
}
