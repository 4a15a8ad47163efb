import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False in the HTML made beforehand and while the browser takes it over, true from then on: for
 * what only this visitor's device can know.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
