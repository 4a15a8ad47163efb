import { useEffect, useState } from 'react';

/** How long a choice stays lit before its sheet closes, ms. */
const CHOICE_SHOWN = 180;

export function useCloseSoon(open: boolean, close: () => void): () => void {
  const [isClosing, setClosing] = useState(false);
  if (!open && isClosing) setClosing(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `close` is another function at each render
  useEffect(() => {
    if (!isClosing) return;
    const timer = setTimeout(close, CHOICE_SHOWN);
    return () => clearTimeout(timer);
  }, [isClosing]);
  return () => setClosing(true);
}
