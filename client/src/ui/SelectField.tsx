import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import { lineControl } from './TextField.tsx';

type SelectFieldProps = FieldProps &
  Omit<ComponentProps<'select'>, keyof FieldProps> & {
    options: readonly (readonly [value: string, label: string])[];
  };

export function SelectField(props: SelectFieldProps) {
  const { label, error, hint, labelHidden, className, options, ...select } = props;
  return (
    <Field {...{ label, error, hint, labelHidden, className }}>
      {(wiring) => (
        <>
          <select
            {...select}
            {...wiring}
            className={`${lineControl} appearance-none truncate pr-12! *:bg-panel *:text-ink`}
          >
            {options.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            size={20}
            className="pointer-events-none absolute top-4 right-4"
          />
        </>
      )}
    </Field>
  );
}
