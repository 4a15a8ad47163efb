import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { isForbidden } from './AdminBoundary.tsx';

interface PageBody {
  nextCursor: string | null;
}
export type Pages<Page> = UseInfiniteQueryResult<InfiniteData<Page>, unknown>;

export const listKey = (name: string) => `/api/admin/${name}`;

/** A list of the admin's room, newest first, page by page. Empty search words ask for everything. */
export function usePages<Page extends PageBody>(
  name: string,
  schema: { parse: (value: unknown) => Page },
  search: Record<string, string> = {},
): Pages<Page> {
  return useInfiniteQuery({
    queryKey: [listKey(name), search],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call('GET', listKey(name) + queryOf({ ...search, cursor: pageParam }), { schema, signal }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // An admin looks to see what is new, also of what was searched for before; and the rows stay
    // while one types.
    staleTime: 0,
    placeholderData: keepPreviousData,
    throwOnError: isForbidden,
  });
}

function queryOf(search: Record<string, string>): string {
  const said = Object.entries(search).filter(([, value]) => value);
  return said.length ? `?${new URLSearchParams(said)}` : '';
}
