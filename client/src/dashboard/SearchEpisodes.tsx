import { TextField } from '../ui/TextField.tsx';
import { useSearchText } from '../ui/useSearchText.ts';

type SearchEpisodesProps = {
  q: string;
  onSearch: (q: string) => void;
  /** Number of matches; null while they load. */
  found: number | null;
};

/** Searches titles and topics. */
export function SearchEpisodes({ q, onSearch, found }: SearchEpisodesProps) {
  const [text, setText] = useSearchText(q, onSearch);
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
