import { useDeferredValue, useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in prerendered HTML and during hydration, true afterwards. */
export function useHydrated(): boolean {
  const hydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  // All components that use it switch at once; deferring keeps their rendering interruptible.
  return useDeferredValue(hydrated);
}
