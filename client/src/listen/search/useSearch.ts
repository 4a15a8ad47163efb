import { useDeferredValue, useMemo, useState } from 'react';
import type { Transcript } from '#shared/script.ts';
import { type Hit, hitsIn } from './hits.ts';

const NO_HITS: Hit[] = [];

export function useSearch(segments: Transcript['segments']) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  // Deferred: one letter is in nearly every line, and typing must not wait for the render.
  const wanted = useDeferredValue(isOpen ? text.trim() : '');
  const hits = useMemo(
    () => (wanted === '' ? NO_HITS : hitsIn(segments, wanted)),
    [segments, wanted],
  );
  const [shown, setShown] = useState({ wanted, index: 0 });
  const index = shown.wanted === wanted ? shown.index : 0;
  return {
    isOpen,
    text,
    setText,
    wanted,
    hits,
    index,
    hit: hits[index],
    step: (by: 1 | -1) =>
      setShown({ wanted, index: (index + by + hits.length) % Math.max(1, hits.length) }),
    open: () => setOpen(true),
    close: () => {
      setOpen(false);
      setText('');
    },
  };
}

export type TranscriptSearch = ReturnType<typeof useSearch>;
