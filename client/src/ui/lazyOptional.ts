import { type ComponentType, lazy } from 'react';

/**
 * A lazy component that a page can do without: if its chunk fails to load (weak network, content
 * blocker), nothing is rendered in its place.
 */
export function lazyOptional<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy<ComponentType<Props>>(() =>
    load().catch((error: unknown) => {
      console.warn('A part of the page did not load', error);
      return { default: () => null };
    }),
  );
}
