import { Search } from 'lucide-react';
import { TextField } from '../../ui/TextField.tsx';
import { useSearchText } from '../../ui/useSearchText.ts';

type SearchEpisodesProps = {
  q: string;
  onSearch: (q: string) => void;
  /** Number of matches; null while they load. */
  found: number | null;
};

export function SearchEpisodes({ q, onSearch, found }: SearchEpisodesProps) {
  const [text, setText] = useSearchText(q, onSearch);
  return (
    <search className="relative mt-3 block [&_input]:pl-12">
      <TextField
        label="Find an episode"
        labelHidden
        placeholder="Find an episode"
        type="search"
        maxLength={200}
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Search
        aria-hidden
        size={20}
        className="pointer-events-none absolute top-4 left-4 text-soft"
      />
      <p role="status" className="sr-only">
        {q !== '' && found !== null && `${found === 1 ? '1 episode' : `${found} episodes`} found`}
      </p>
    </search>
  );
}
