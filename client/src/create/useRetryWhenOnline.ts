import { useEffect, useRef, useState } from 'react';

type RetryWhenOnline = { isWaiting: boolean; wait: () => void };

/** Once `wait` was called, runs `action` as soon as there is a connection. */
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
