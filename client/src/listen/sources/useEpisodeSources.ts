import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sourcesQuery } from '../../api/listen.ts';
import { type Mark, marksOf } from './marks.ts';

const NO_MARKS = new Map<number, Mark[]>();

export type EpisodeSourcesState = ReturnType<typeof useEpisodeSources>;

export function useEpisodeSources(url: string | null, lines: number) {
  const query = useQuery(sourcesQuery(url));
  const { data } = query;
  const marks = useMemo(() => (data ? marksOf(data, lines) : NO_MARKS), [data, lines]);
  return { url, query, marks };
}
