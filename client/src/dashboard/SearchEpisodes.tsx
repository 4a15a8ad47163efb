import { useEffect, useState } from 'react';
import { TextField } from '../ui/TextField.tsx';

/** Wait this long after the last keystroke before searching, ms. */
const PAUSE = 300;

type SearchEpisodesProps = {
  q: string;
  onSearch: (q: string) => void;
  /** Number of matches; null while they load. */
  found: number | null;
};

/** Searches titles and topics. `onSearch` must be stable between renders. */
export function SearchEpisodes({ q, onSearch, found }: SearchEpisodesProps) {
  const [text, setText] = useState(q);
  const [shown, setShown] = useState(q);
  // The search was changed outside this field.
  if (shown !== q) {
    setShown(q);
    if (text.trim() !== q) setText(q);
  }
  useEffect(() => {
    if (text.trim() === q) return;
    const pause = setTimeout(() => onSearch(text.trim()), PAUSE);
    return () => clearTimeout(pause);
  }, [text, q, onSearch]);
  return (
    <search className="mt-4 block">
      <TextField
        label="Find a tape"
        type="search"
        maxLength={200}
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p role="status" className="sr-only">
        {q !== '' && found !== null && `${found === 1 ? '1 tape' : `${found} tapes`} found`}
      </p>
    </search>
  );
}
