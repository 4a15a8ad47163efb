import type { ComponentProps } from 'react';
import { TextField } from './TextField.tsx';

/** An email field with the right phone keyboard, no capitalization and no spell check. */
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
