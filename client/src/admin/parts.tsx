import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { QueryError } from '../api/QueryError.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

type AdminRowProps = {
  title: ReactNode;
  aside?: ReactNode;
  facts?: ReactNode[];
  children?: ReactNode;
  onOpen?: () => void;
};

export function AdminRow({ title, aside, facts, children, onOpen }: AdminRowProps) {
  const body = (
    <>
      <span className="block min-w-0 grow">
        <span className="block font-bold [overflow-wrap:anywhere]">{title}</span>
        <span className="block text-meta text-soft [overflow-wrap:anywhere]">
          {facts && <Facts facts={facts} />}
          {children}
        </span>
      </span>
      {aside && <span className="shrink-0">{aside}</span>}
    </>
  );
  const appearance = 'flex w-full items-start justify-between gap-4 py-4 text-left';
  if (!onOpen) return <div className={appearance}>{body}</div>;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className={`${appearance} rounded-chip`}
    >
      {body}
    </button>
  );
}

export function Facts({ facts }: { facts: ReactNode[] }) {
  const there = facts.filter((fact) => fact !== null && fact !== false && fact !== '');
  return (
    <span className="flex flex-wrap gap-x-3.5">
      {there.map((fact, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fact is known by its place
        <span key={place}>{fact}</span>
      ))}
    </span>
  );
}

export function FlagNote({ children }: { children: ReactNode }) {
  return (
    <span className="mt-1 flex items-start gap-2 font-semibold text-err">
      <CircleAlert aria-hidden size={18} className="mt-0.5 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </span>
  );
}

/** In the admin's own time zone. */
export function Moment({ at }: { at: string }) {
  const date = new Date(at);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  const words = date.toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...(!isThisYear && { year: 'numeric' }),
  });
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {words}
    </time>
  );
}

export type Detail = readonly [name: string, value: ReactNode];

/** Leaves out what is not known. */
export function Details({ items }: { items: readonly Detail[] }) {
  const known = items.filter(([, value]) => (value ?? '') !== '');
  if (known.length === 0) return null;
  return (
    <dl>
      {known.map(([name, value]) => (
        <div
          key={name}
          className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2 first:border-t-0"
        >
          <dt className="text-soft">{name}</dt>
          <dd className="min-w-0 text-right [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-5">
      <h3 className="mb-1">{title}</h3>
      {children}
    </section>
  );
}

/** Each row with the key of its item. Left out if there are none. */
export function RowsPart({ title, rows }: { title: string; rows: ReactElement[] }) {
  if (rows.length === 0) return null;
  return (
    <Part title={title}>
      <ul>
        {rows.map((row) => (
          <li key={row.key} className="border-t border-line first:border-t-0">
            {row}
          </li>
        ))}
      </ul>
    </Part>
  );
}

type FoldProps = {
  title: string;
  children: ReactNode;
  /** Rendered after the first opening, because it has to be fetched. */
  later?: ReactNode;
};

export function Fold({ title, children, later }: FoldProps) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details className="text-meta open:w-full" onToggle={() => setOpened(true)}>
      <summary className="flex min-h-11 cursor-pointer items-center rounded-chip underline underline-offset-4">
        {title}
      </summary>
      <div className="max-w-100">{children}</div>
      {wasOpened && later}
    </details>
  );
}

/** As a `ref`: the element has the focus once it is there. */
export const focus = (element: HTMLElement | null): void => element?.focus();

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
