import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

/** Whether the page lies under this entry of the history, so that closing is going Back. */
type Entry = { overPage?: boolean } | null;

/**
 * How to close a layer that the address opened over the page at `path`: by going Back where it was
 * opened from there, so that it can be linked to and Back closes it as well.
 */
export function useWayBack(open: boolean, path: string): () => void {
  const [, navigate] = useLocation();
  const wasOpen = useRef(open);
  const closing = useRef(false);

  useEffect(() => {
    if (open && !wasOpen.current) {
      window.history.replaceState({ ...window.history.state, overPage: true }, '');
    }
    wasOpen.current = open;
    closing.current = false;
  }, [open]);

  return () => {
    // Going Back takes a moment, and a second tap in it would leave the page too.
    if (closing.current) return;
    closing.current = true;
    if ((window.history.state as Entry)?.overPage) window.history.back();
    else navigate(path, { replace: true });
  };
}
