import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryError } from '../api/QueryError.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

type FetchedProps<Data> = {
  query: UseQueryResult<Data, unknown>;
  /** As in "We couldn’t fetch the models". */
  things: string;
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
};

export function Fetched<Data>(props: FetchedProps<Data>) {
  const { query, things, loading = <LoadingRows />, children } = props;
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return loading;
  return <QueryError title={`We couldn’t fetch ${things}`} query={query} />;
}

export function LoadingRows() {
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      {[1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="flex h-25 justify-between border-t border-line pt-4">
          <div>
            <Skeleton className="h-6 w-52" />
            <Skeleton className="mt-2 h-5 w-36" />
          </div>
          <Skeleton className="h-6 w-16" />
        </div>
      ))}
    </div>
  );
}

type PagedListProps<Page, Item> = {
  pages: UseInfiniteQueryResult<InfiniteData<Page>, unknown>;
  things: string;
  itemsOf: (page: Page) => Item[];
  keyOf: (item: Item) => string | number;
  empty: string;
  action?: ReactNode;
  children: (item: Item) => ReactNode;
};

export function PagedList<Page, Item>(props: PagedListProps<Page, Item>) {
  const { pages, things, itemsOf, keyOf, empty, action, children } = props;
  if (pages.isPending) return <LoadingRows />;
  const items = pages.data?.pages.flatMap(itemsOf) ?? [];
  const again = pages.isFetchNextPageError ? pages.fetchNextPage : pages.refetch;
  return (
    <>
      {items.length > 0 && (
        <ul aria-label={things} aria-busy={pages.isPlaceholderData || undefined}>
          {items.map((item) => (
            <li key={keyOf(item)} className="border-t border-line">
              {children(item)}
            </li>
          ))}
        </ul>
      )}
      {pages.isError ? (
        <QueryError
          title={`We couldn’t fetch the ${things}`}
          query={{ error: pages.error, isFetching: pages.isFetching, refetch: again }}
        />
      ) : (
        <>
          {items.length === 0 && (
            <div className="border-t border-line">
              <EmptyState title={empty}>{action}</EmptyState>
            </div>
          )}
          {pages.hasNextPage && (
            <Button
              className="mt-4"
              onClick={() => void pages.fetchNextPage()}
              pending={pages.isFetchingNextPage}
              pendingLabel="Loading..."
            >
              Show more
            </Button>
          )}
        </>
      )}
    </>
  );
}
