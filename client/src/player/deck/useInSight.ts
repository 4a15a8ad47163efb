import { type RefObject, useEffect, useRef } from 'react';
import type { PlaybackSession } from './playbackSession.ts';

/** Hides the deck while the returned element, a page's own play button, is in sight. */
export function useInSight(session: PlaybackSession | null): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current || !session) return;
    const observer = new IntersectionObserver(
      ([seen]) => seen && session.update({ isShown: seen.isIntersecting }),
    );
    observer.observe(place.current);
    return () => {
      observer.disconnect();
      session.update({ isShown: false });
    };
  }, [session]);
  return place;
}
