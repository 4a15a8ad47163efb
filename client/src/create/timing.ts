import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Once `wait` was called, runs `action` as soon as there is a connection. */
export function useRetryWhenOnline(action: () => unknown) {
  const [isWaiting, setWaiting] = useState(false);
  const run = useEffectEvent(() => {
    setWaiting(false);
    action();
  });
  useEffect(() => {
    if (!isWaiting) return;
    // The connection may be back before the listener is added.
    if (navigator.onLine) return run();
    window.addEventListener('online', run);
    return () => window.removeEventListener('online', run);
  }, [isWaiting]);
  return { isWaiting, wait: () => setWaiting(true) };
}

/** Runs `action` the first time that `isTime` is true. */
export function useOnce(isTime: boolean, action: () => unknown): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!isTime || isDone.current) return;
    isDone.current = true;
    action();
  }, [isTime, action]);
}

/** Returns `value` once it has rested for `pause` ms, and a function that takes it at once. */
export function useSettled(value: string, pause: number): [settled: string, settle: () => void] {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return [settled, () => setSettled(value)];
}
