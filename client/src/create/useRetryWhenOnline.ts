import { useEffect, useRef, useState } from 'react';

type RetryWhenOnline = { isWaiting: boolean; wait: () => void };

/** Runs `action` as soon as the connection is back, once `wait` was called. */
export function useRetryWhenOnline(action: () => unknown): RetryWhenOnline {
  const [isWaiting, setWaiting] = useState(false);
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => {
    if (!isWaiting) return;
    const run = () => {
      setWaiting(false);
      latest.current();
    };
    // The connection may be back before the listener is added.
    if (navigator.onLine) return run();
    window.addEventListener('online', run);
    return () => window.removeEventListener('online', run);
  }, [isWaiting]);
  return { isWaiting, wait: () => setWaiting(true) };
}
