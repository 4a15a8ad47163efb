import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './Field.tsx';

export function TextArea(props: FieldProps & Omit<ComponentProps<'textarea'>, keyof FieldProps>) {
  const { label, error, hint, counter, labelHidden, className, ...textarea } = props;
  const frame = { label, error, hint, counter, labelHidden, className };
  return (
    <Field {...frame}>
      {(wiring) => (
        <textarea
          rows={3}
          dir="auto"
          {...textarea}
          {...wiring}
          className="field-sizing-content block max-h-[40dvh] min-h-20 w-full resize-none rounded-well bg-transparent px-4 pt-3 pb-1 text-body text-ink caret-a outline-none"
        />
      )}
    </Field>
  );
}
