import {
  type InfiniteData,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { QueryError } from '../api/QueryError.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useSearchText } from '../ui/useSearchText.ts';
import { useAddress } from './address.ts';
import { LoadingRows } from './parts.tsx';

type Search = Record<string, string>;
type Query<Page> = UseInfiniteQueryOptions<
  Page,
  unknown,
  InfiniteData<Page>,
  (string | Search)[],
  string
>;

type ListViewProps<Page> = {
  /** As in "We couldn’t fetch the orders". */
  things: string;
  query: (search: Search) => Query<Page>;
  /** Each with the key of its item. */
  rowsOf: (page: Page) => ReactElement[];
  empty: string;
  /** What to do about an empty list. */
  action?: ReactNode;
  /** Stands above a list that is not empty. */
  above?: ReactNode;
  filters?: {
    layout: string;
    /** Label of the search field. */
    search?: string;
    choice?: Choice;
    noMatch: string;
    showAll: string;
  };
};

type Choice = {
  label: string;
  /** Its parameter in the address. */
  name: string;
  /** Options that are parameters of their own. */
  marks: string[];
  options: readonly (readonly [value: string, label: string])[];
};

/** A list of everything of one kind, newest first and page by page. */
export function ListView<Page>(props: ListViewProps<Page>) {
  const { things, query, rowsOf, empty, action, above, filters } = props;
  const address = useAddress();
  const { search, choice } = filters ?? {};
  const names = [...(search ? ['q'] : []), ...(choice ? [choice.name, ...choice.marks] : [])];
  const isNarrowed = names.some((name) => address.get(name));
  const list = useInfiniteQuery(
    query(Object.fromEntries(names.map((name) => [name, address.get(name)]))),
  );
  const rows = list.data?.pages.flatMap(rowsOf) ?? [];
  return (
    <>
      {filters && (
        <div className={filters.layout}>
          {search && <SearchField label={search} />}
          {choice && <ChoiceField {...choice} />}
        </div>
      )}
      {list.isPending && <LoadingRows />}
      {rows.length > 0 && above}
      {rows.length > 0 && (
        <ul aria-label={things} aria-busy={list.isPlaceholderData || undefined}>
          {rows.map((row) => (
            <li key={row.key} className="border-t border-line">
              {row}
            </li>
          ))}
        </ul>
      )}
      {list.isError && (
        <QueryError
          title={`We couldn’t fetch the ${things}`}
          query={{
            error: list.error,
            isFetching: list.isFetching,
            refetch: list.isFetchNextPageError ? list.fetchNextPage : list.refetch,
          }}
        />
      )}
      {list.isSuccess && rows.length === 0 && (
        <div className="border-t border-line">
          {filters && isNarrowed ? (
            <EmptyState title={filters.noMatch}>
              <Button
                onClick={() => address.set(Object.fromEntries(names.map((name) => [name, ''])))}
              >
                {filters.showAll}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState title={empty}>{action}</EmptyState>
          )}
        </div>
      )}
      {list.isSuccess && list.hasNextPage && (
        <Button
          className="mt-4"
          onClick={() => void list.fetchNextPage()}
          pending={list.isFetchingNextPage}
          pendingLabel="Loading..."
        >
          Show more
        </Button>
      )}
    </>
  );
}

function SearchField({ label }: { label: string }) {
  const address = useAddress();
  const [text, setText] = useSearchText(address.get('q'), (q) => address.set({ q }));
  return (
    <TextField
      label={label}
      type="search"
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}

function ChoiceField({ label, name, marks, options }: Choice) {
  const address = useAddress();
  return (
    <SelectField
      label={label}
      options={options}
      value={marks.find((mark) => address.get(mark)) ?? address.get(name)}
      onChange={({ target: { value } }) =>
        address.set({
          [name]: marks.includes(value) ? '' : value,
          ...Object.fromEntries(marks.map((mark) => [mark, mark === value ? '1' : ''])),
        })
      }
    />
  );
}
