import { useEffect, useState } from 'react';
import { TextField } from '../ui/TextField.tsx';
import { useAddress } from './address.ts';

/** Wait this long after the last keystroke before searching, ms. */
const PAUSE = 300;

/** Writes the typed text into the address, from which the list reads it. */
export function SearchField({ label }: { label: string }) {
  const address = useAddress();
  const asked = address.get('q');
  const [text, setText] = useState(asked);
  const [shown, setShown] = useState(asked);
  // The address changed: by what was typed here, or by "Show all" and Back, which the field follows.
  if (shown !== asked) {
    setShown(asked);
    if (text.trim() !== asked) setText(asked);
  }
  useEffect(() => {
    if (text.trim() === asked) return;
    const pause = setTimeout(() => address.set({ q: text.trim() }), PAUSE);
    return () => clearTimeout(pause);
  });
  return (
    <TextField
      label={label}
      type="search"
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}
