import { useEffect, useEffectEvent, useState } from 'react';

/** Wait this long after the last keystroke before searching, ms. */
const PAUSE = 300;

/**
 * `onSearch` gets the text once the typing pauses. `asked` is the current search; the field follows
 * it when something else changes it, such as "Show all" or Back.
 */
export function useSearchText(asked: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(asked);
  const [shown, setShown] = useState(asked);
  if (shown !== asked) {
    setShown(asked);
    if (text.trim() !== asked) setText(asked);
  }
  const search = useEffectEvent(onSearch);
  useEffect(() => {
    if (text.trim() === asked) return;
    const pause = setTimeout(() => search(text.trim()), PAUSE);
    return () => clearTimeout(pause);
  }, [text, asked]);
  return [text, setText] as const;
}
