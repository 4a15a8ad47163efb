import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

/** State of a history entry that was opened over its page, so that closing it means going Back. */
type Entry = { overPage?: boolean } | null;

/** Goes Back if the layer was opened from its page, otherwise navigates to `path`. */
export function useCloseViaHistory(open: boolean, path: string): () => void {
  const [, navigate] = useLocation();
  const wasOpen = useRef(open);
  const isClosing = useRef(false);

  useEffect(() => {
    if (open && !wasOpen.current) {
      window.history.replaceState({ ...window.history.state, overPage: true }, '');
    }
    wasOpen.current = open;
    isClosing.current = false;
  }, [open]);

  return () => {
    // Back is asynchronous; a second tap meanwhile would leave the page.
    if (isClosing.current) return;
    isClosing.current = true;
    const entry: Entry = window.history.state;
    if (entry?.overPage) window.history.back();
    else navigate(path, { replace: true });
  };
}
