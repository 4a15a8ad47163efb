import { Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { Transcript } from '#shared/script.ts';
import { TextField } from '../ui/TextField.tsx';
import { linesWith } from './follow.ts';
import { TranscriptLine } from './TranscriptLine.tsx';

type SearchViewProps = { segments: Transcript['segments']; onGo: (time: number) => void };

/** Searches the transcript; a result seeks to its line. */
export function SearchView({ segments, onGo }: SearchViewProps) {
  const [text, setText] = useState('');
  // Deferred: one letter matches nearly every line, and typing must not wait for the render.
  const wanted = useDeferredValue(text.trim());
  const found = linesWith(segments, wanted);
  return (
    <search className="block min-h-[50dvh]">
      <div className="relative">
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
          className="[&_input]:pl-12"
        />
      </div>
      <p role="status" className="my-3 min-h-6 text-meta text-soft">
        {wanted && (found.length === 1 ? '1 line' : `${found.length} lines`)}
      </p>
      <ol aria-label="Found lines">
        {found.map((segment) => (
          <TranscriptLine
            key={segment.startTime}
            segment={segment}
            wanted={wanted}
            isStop
            onGo={onGo}
          />
        ))}
      </ol>
    </search>
  );
}
