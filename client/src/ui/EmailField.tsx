import type { ComponentProps } from 'react';
import { TextField } from './TextField.tsx';

/** An address as phones like to be asked for one: the right keys, no capitals, no red underline. */
export function EmailField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
