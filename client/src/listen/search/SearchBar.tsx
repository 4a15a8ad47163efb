import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { type ReactNode, useMemo, useRef } from 'react';
import type { Transcript } from '#shared/script.ts';
import { classes } from '../../ui/classes.ts';
import { TextField } from '../../ui/TextField.tsx';
import { type TranscriptSearch, wordsSaid } from './useSearch.ts';

type SearchBarProps = {
  search: TranscriptSearch;
  segments: Transcript['segments'];
  onClose: () => void;
};

export function SearchBar({ search, segments, onClose }: SearchBarProps) {
  const { text, setText, wanted, hits, index, step } = search;
  const bar = useRef<HTMLElement>(null);
  const write = (text: string) => {
    setText(text);
    bar.current?.querySelector('input')?.focus();
  };
  return (
    <search
      ref={bar}
      className="sticky top-0 z-20 -mx-5 mb-2 block border-b border-line bg-ground px-5 pt-3 pb-1 lg:mx-0 lg:px-0"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        if (text === '') onClose();
        else write('');
      }}
    >
      <div className="flex items-center gap-1">
        <div className="relative grow">
          <Search aria-hidden size={22} className="absolute top-[15px] left-4 z-10" />
          <TextField
            label="Search the transcript"
            labelHidden
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            autoFocus
            placeholder="A word they said"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && hits.length > 0) step(event.shiftKey ? -1 : 1);
            }}
            className="[&_input]:pl-12 [&_input::-webkit-search-cancel-button]:hidden"
          />
        </div>
        <SearchBarButton label="Close search" onPress={onClose}>
          <X aria-hidden size={24} />
        </SearchBarButton>
      </div>
      <div className="flex min-h-11 items-center">
        <p
          role="status"
          className={classes(
            'grow',
            wanted && hits.length === 0 ? 'pt-2 text-body font-semibold' : 'text-meta text-soft',
          )}
        >
          {wanted &&
            (hits.length === 0
              ? `They never said “${wanted}”.`
              : `${hits.length} ${hits.length === 1 ? 'match' : 'matches'}`)}
        </p>
        {hits.length > 1 && (
          <>
            <p className="text-meta text-soft tabular-nums">
              {index + 1} of {hits.length}
            </p>
            <SearchBarButton label="Previous match" onPress={() => step(-1)}>
              <ChevronUp aria-hidden size={24} />
            </SearchBarButton>
            <SearchBarButton label="Next match" onPress={() => step(1)}>
              <ChevronDown aria-hidden size={24} />
            </SearchBarButton>
          </>
        )}
      </div>
      {wanted && hits.length === 0 && (
        <ButTheyDid segments={segments} wanted={wanted} onChoose={write} />
      )}
    </search>
  );
}

type SearchBarButtonProps = { label: string; onPress: () => void; children: ReactNode };

function SearchBarButton({ label, onPress, children }: SearchBarButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className="grid size-11 shrink-0 place-items-center rounded-well last:-mr-2.5"
    >
      {children}
    </button>
  );
}

type ButTheyDidProps = {
  segments: Transcript['segments'];
  wanted: string;
  onChoose: (word: string) => void;
};

function ButTheyDid({ segments, wanted, onChoose }: ButTheyDidProps) {
  const words = useMemo(() => wordsSaid(segments, wanted, 2), [segments, wanted]);
  if (words.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 pb-3">
      <span className="text-meta text-soft">But they did say</span>
      {words.map((word) => (
        <button
          key={word}
          type="button"
          onClick={() => onChoose(word)}
          className="button min-h-11 rounded-chip px-4 font-bold"
        >
          {word}
        </button>
      ))}
    </div>
  );
}
