import { useEffect, useRef, useState } from 'react';

/** Minimum time between announcements, ms: a screen reader must not read out every line. */
const ANNOUNCE_EVERY = 30_000;

export function useThrottledAnnouncement(text: string): string {
  const [announced, setAnnounced] = useState(text);
  const announcedAt = useRef(Date.now());
  useEffect(() => {
    if (text === announced) return;
    const wait = Math.max(0, announcedAt.current + ANNOUNCE_EVERY - Date.now());
    const timer = setTimeout(() => {
      announcedAt.current = Date.now();
      setAnnounced(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text, announced]);
  return announced;
}
