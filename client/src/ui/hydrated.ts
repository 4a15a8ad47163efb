import { useDeferredValue, useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False in prerendered HTML and during hydration, true afterwards: for content that depends on the
 * visitor's device.
 */
export function useHydrated(): boolean {
  const hydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  // All users switch at once; deferred, so that rendering them stays interruptible.
  return useDeferredValue(hydrated);
}
