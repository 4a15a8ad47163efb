import type { ComponentProps } from 'react';
import { brand } from '#shared/brand.ts';

/** Outside of a dialog, the method `dialog` sends nothing, even before the app is loaded. */
export function Form({ children, ...form }: Omit<ComponentProps<'form'>, 'action' | 'method'>) {
  return (
    <form {...form} noValidate method="dialog">
      <noscript>
        <p className="rounded-card border-[1.5px] border-rim p-4">
          <strong>{brand.name} can’t hear you without JavaScript.</strong> Switch it on and load the
          page again: until then, nothing you type here is sent.
        </p>
      </noscript>
      {children}
    </form>
  );
}
