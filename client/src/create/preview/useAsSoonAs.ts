import { useEffect, useRef } from 'react';

/** Runs `action` as soon as `isTime`, and again only after it was not. */
export function useAsSoonAs(isTime: boolean, action: () => unknown): void {
  const wasTime = useRef(false);
  useEffect(() => {
    if (isTime && !wasTime.current) action();
    wasTime.current = isTime;
  }, [isTime, action]);
}
