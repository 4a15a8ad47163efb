import { useDeferredValue, useMemo, useState } from 'react';
import type { Transcript } from '#shared/script.ts';

type Segments = readonly Pick<Transcript['segments'][number], 'body'>[];

export function useSearch(segments: Transcript['segments']) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  // Deferred: one letter is in nearly every line, and typing must not wait for the render.
  const wanted = useDeferredValue(isOpen ? text.trim() : '');
  const hits = useMemo(() => hitsIn(segments, wanted), [segments, wanted]);
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

/** `from` is the index of the first character in the line. */
type Hit = { line: number; from: number };

export const hitsIn = (segments: Segments, wanted: string): Hit[] =>
  segments.flatMap(({ body }, line) => placesOf(wanted, body).map(({ from }) => ({ line, from })));

/** No point: in English it begins the decimals. */
const SEPARATOR = "[,'’\u00a0\u2009\u202f ]";
const between = new RegExp(`(?<=\\d)${SEPARATOR}(?=\\d{3}(?!\\d))`, 'g');

/** Ignores case; "1490" also finds "1,490" and "1 490". */
export function placesOf(wanted: string, body: string): { from: number; to: number }[] {
  const plain = wanted.trim().replace(between, '');
  if (!plain) return [];
  const pattern = plain
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/(?<=\d)(?=\d)/g, `(?:${SEPARATOR}(?=\\d{3}(?!\\d)))?`);
  const found = body.matchAll(new RegExp(pattern, 'giu'));
  return [...found].map(({ 0: text, index }) => ({ from: index, to: index + text.length }));
}

/** Shorter words say little about a subject. */
const LEAST_LETTERS = 5;
/** Words that share this many first letters are likely spellings of each other. */
const SAME_START = 3;

const SAID_EVERYWHERE = new Set(
  `about actually after again almost always another anything around because becomes before being
  believe better between called comes could course different doesn’t doing enough every everything
  exactly first getting going great happens hello honestly ideas inside itself listen little
  looking matter maybe means might minute moment never nobody nothing other people perhaps person
  point pretty quite question rather really right should simply since somebody something sometimes
  still story sounds taking talking thank thanks their them there there’s these they’re
  thing things think those though thought through today together until using welcome what’s where
  whether which while whole without words would wouldn’t years you’re yourself`.split(/\s+/),
);

/** For a search in vain: words that start like `wanted`, then the most frequent ones. */
export function wordsSaid(segments: Segments, wanted: string, count: number): string[] {
  const said = new Map<string, { word: string; times: number }>();
  for (const { body } of segments) {
    for (const word of body.match(/\p{L}[\p{L}’'-]*/gu) ?? []) {
      const key = word.toLowerCase();
      if (word.length < LEAST_LETTERS || SAID_EVERYWHERE.has(key.replaceAll("'", '’'))) continue;
      const known = said.get(key);
      // In the middle of a sentence only names are capitalized.
      if (!known) said.set(key, { word, times: 1 });
      else {
        known.times += 1;
        if (word === key) known.word = word;
      }
    }
  }
  const start = wanted.trim().toLowerCase().slice(0, SAME_START);
  const likely = (key: string) => start.length === SAME_START && key.startsWith(start);
  return [...said]
    .sort(
      ([one, a], [other, b]) =>
        Number(likely(other)) - Number(likely(one)) ||
        b.times - a.times ||
        b.word.length - a.word.length,
    )
    .slice(0, count)
    .map(([, { word }]) => word);
}
