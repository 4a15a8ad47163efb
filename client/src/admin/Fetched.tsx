import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryError } from '../shell/QueryError.tsx';
import { LoadingRows } from './LoadingRows.tsx';

type FetchedProps<Data> = {
  query: UseQueryResult<Data, unknown>;
  /** What is fetched, as in "We couldn’t fetch the models". */
  things: string;
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** The latest data of a query; before that a loading state, or an error with a retry button. */
export function Fetched<Data>(props: FetchedProps<Data>) {
  const { query, things, loading = <LoadingRows />, children } = props;
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return loading;
  return <QueryError title={`We couldn’t fetch ${things}`} query={query} />;
}
