import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryError } from '../shell/QueryError.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LoadingRows } from './LoadingRows.tsx';

type PagedListProps<Page, Item> = {
  pages: UseInfiniteQueryResult<InfiniteData<Page>, unknown>;
  /** What is listed, as in "We couldn’t fetch the orders". */
  things: string;
  itemsOf: (page: Page) => Item[];
  keyOf: (item: Item) => string | number;
  /** Shown when there is nothing. */
  empty: string;
  action?: ReactNode;
  children: (item: Item) => ReactNode;
};

/** A list: loading, failed, empty, or page by page. */
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
          {items.length === 0 && <EmptyState title={empty}>{action}</EmptyState>}
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
