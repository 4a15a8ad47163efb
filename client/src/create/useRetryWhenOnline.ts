import { useEffect, useRef, useState } from 'react';

type RetryWhenOnline = { kept: boolean; keep: () => void };

/** A tap made without a connection: kept, and carried out as soon as the connection is back. */
export function useRetryWhenOnline(carryOut: () => unknown): RetryWhenOnline {
  const [kept, setKept] = useState(false);
  const latest = useRef(carryOut);
  useEffect(() => {
    latest.current = carryOut;
  });
  useEffect(() => {
    if (!kept) return;
    const goOn = () => {
      setKept(false);
      latest.current();
    };
    // It may be back already, before anybody listened.
    if (navigator.onLine) return goOn();
    window.addEventListener('online', goOn);
    return () => window.removeEventListener('online', goOn);
  }, [kept]);
  return { kept, keep: () => setKept(true) };
}
