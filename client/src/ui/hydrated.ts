import { useDeferredValue, useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False in the HTML made beforehand and while the browser takes it over, true from then on: for
 * what only this visitor's device can know.
 */
export function useHydrated(): boolean {
  const hydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  // All of them change at once: in slices, or a form or a wave drawn now would hold the thumb up.
  return useDeferredValue(hydrated);
}
