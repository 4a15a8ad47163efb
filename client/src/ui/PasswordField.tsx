import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import { lineControl } from './TextField.tsx';

export function PasswordField(props: FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps>) {
  const { label, error, hint, counter, labelHidden, className, ...input } = props;
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field {...{ label, error, hint, counter, labelHidden, className }}>
      {(wiring) => (
        <>
          <input
            {...input}
            {...wiring}
            type={shown ? 'text' : 'password'}
            spellCheck={false}
            autoCapitalize="none"
            // The longest placeholder ends clear of the button: 15 px at a width of 390, 14 at 360.
            className={`${lineControl} pr-10 text-ellipsis placeholder:text-[clamp(0.875rem,3.333vw+0.125rem,1rem)] placeholder:tracking-tight`}
          />
          <button
            type="button"
            aria-label={shown ? 'Hide password' : 'Show password'}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="absolute top-1 right-0.5 grid size-11 place-items-center rounded-well"
          >
            <Icon aria-hidden size={22} />
          </button>
        </>
      )}
    </Field>
  );
}
