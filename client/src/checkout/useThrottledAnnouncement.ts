import { useEffect, useRef, useState } from 'react';

/**
 * `text`, but changed at most once in `interval` ms: a screen reader should hear how things
 * stand now and then, not every line.
 */
export function useThrottledAnnouncement(text: string, interval: number): string {
  const [said, setSaid] = useState(text);
  const saidAt = useRef(Date.now());
  useEffect(() => {
    if (text === said) return;
    const wait = Math.max(0, saidAt.current + interval - Date.now());
    const timer = setTimeout(() => {
      saidAt.current = Date.now();
      setSaid(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text, said, interval]);
  return said;
}
