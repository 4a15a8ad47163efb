import { type ComponentType, lazy } from 'react';

/**
 * A part that loads when it is first drawn, and without which a page goes on: where its file does
 * not come (a weak network, a content blocker), nothing is drawn in its place.
 */
export function lazyOptional<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy<ComponentType<Props>>(() =>
    load().catch((error: unknown) => {
      console.warn('A part of the page did not load', error);
      return { default: () => null };
    }),
  );
}
