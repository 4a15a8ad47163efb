import { useEffect, useRef, useState } from 'react';

/** The shortest time between two announcements to a screen reader, ms. */
const ANNOUNCE_EVERY = 30_000;

/** `text`, updated at most every 30 s, so that a screen reader does not read every line. */
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
