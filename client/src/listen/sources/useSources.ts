import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { EpisodeSources } from '#shared/sources.ts';
import { sourcesQuery } from '../../api/listen.ts';
import { useCloseViaHistory } from '../../ui/useCloseViaHistory.ts';

export type Source = EpisodeSources['sources'][number];
export type Claim = EpisodeSources['claims'][number];

export type Mark = {
  line: number;
  /** Position in the list of sources, from 1. */
  number: number;
  source: Source;
  claims: Claim[];
};

/** One mark for each source of a line, in list order; skips claims without a source or line. */
export function marksOf({ sources, claims }: EpisodeSources, lines: number): Map<number, Mark[]> {
  const marks = new Map<number, Mark[]>();
  for (const claim of claims) {
    const { line, sourceId } = claim;
    const index = sources.findIndex(({ id }) => id === sourceId);
    const source = sources[index];
    if (!source || !Number.isInteger(line) || line < 0 || line >= lines) continue;
    const ofLine = marks.get(line) ?? [];
    const mark = ofLine.find((other) => other.source === source);
    if (mark) mark.claims.push(claim);
    else ofLine.push({ line, number: index + 1, source, claims: [claim] });
    marks.set(line, ofLine);
  }
  for (const ofLine of marks.values()) ofLine.sort((one, other) => one.number - other.number);
  return marks;
}

const NO_MARKS = new Map<number, Mark[]>();
/** Value of `sources` in the URL for the whole list. */
const ALL = 'all';

export type Sources = ReturnType<typeof useSources>;

/**
 * The sources of an episode of so many lines, and what of them is open. The URL holds `all` or
 * `line.number`; `isList` and `mark` keep the last one while it closes.
 */
export function useSources(url: string | null, lines: number) {
  const query = useQuery(sourcesQuery(url));
  const { data } = query;
  const marks = useMemo(() => (data ? marksOf(data, lines) : NO_MARKS), [data, lines]);

  const search = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const asked = search.get('sources') ?? '';
  const [shown, setShown] = useState(asked);
  if (asked !== '' && asked !== shown) setShown(asked);
  const isList = shown === ALL;
  const mark = [...marks.values()].flat().find((one) => nameOf(one) === shown);

  search.delete('sources');
  const close = useCloseViaHistory(asked !== '', `/listen?${search}`);
  const show = useCallback(
    (layer: string) => {
      const there = new URLSearchParams(window.location.search);
      there.set('sources', layer);
      navigate(`/listen?${there}`);
    },
    [navigate],
  );
  return {
    url,
    query,
    marks,
    // A link may ask for a mark that does not exist.
    isOpen: asked !== '' && (isList || mark !== undefined),
    isList,
    mark,
    close,
    showList: () => show(ALL),
    showReceipt: useCallback((mark: Mark) => show(nameOf(mark)), [show]),
  };
}

const nameOf = ({ line, number }: Mark) => `${line}.${number}`;
