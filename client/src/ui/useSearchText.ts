import { useEffect, useEffectEvent, useState } from 'react';

/** Wait this long after the last keystroke before searching, ms. */
const PAUSE = 300;

/**
 * The text of a search field. `onSearch` gets it once the typing pauses; `asked` is what is being
 * searched for, which the field follows when it is changed elsewhere, as by "Show all" and Back.
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
