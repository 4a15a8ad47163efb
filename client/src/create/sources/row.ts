import type { Source } from '#shared/sources.ts';
import { ApiError, fieldMessagesOf, isNotFoundOrGone, messageOf } from '../../api/client.ts';
import { type Brought, sourceQuery } from '../../api/sources.ts';

export type Row = {
  /** Equal for what is the same. */
  key: string;
  brought: Brought;
  source: Source | null;
  /** Why it could not be read; null while it is being read, and afterwards. */
  problem: { sentence: string; mayPass: boolean } | null;
  /** It was read once, and is not there any more. */
  isGone: boolean;
  readAgain: () => unknown;
};

/** Adds what was brought; returns why it cannot, or null. */
export type OnAdd = (brought: Brought) => string | null;

type Reply = {
  data: Source | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

export const keyOf = (brought: Brought): string => sourceQuery(brought).queryKey.join(' ');

export function rowOf(brought: Brought, { data, error, isFetching, refetch }: Reply): Row {
  const isRefused = Boolean(error) && !isFetching && !data;
  return {
    key: keyOf(brought),
    brought,
    source: data ?? null,
    problem: isRefused ? { sentence: sentenceOf(error), mayPass: mayPass(brought, error) } : null,
    isGone: isRefused && brought.kind === 'read' && isNotFoundOrGone(error),
    readAgain: refetch,
  };
}

/** It was never read, so that an order goes without it. */
export const isUnread = ({ source, brought }: Row): boolean => !source && brought.kind !== 'read';

export const isBeingRead = (row: Row): boolean => isUnread(row) && row.problem === null;

/** Two addresses may lead to one page. */
export const isSameSource = (one: Source | null, other: Source | null): boolean =>
  one !== null &&
  other !== null &&
  (one.id === other.id || (one.url !== null && one.url === other.url));

export function nameOf(brought: Brought): string {
  switch (brought.kind) {
    case 'link':
      return brought.url.replace(/^https?:\/\//i, '');
    case 'topic':
      return `“${brought.topic}” on Wikipedia`;
    case 'text':
      return brought.text.replace(/\s+/g, ' ').slice(0, 80);
    case 'pdf':
      return brought.file.name;
    case 'read':
      return 'A source of yours';
  }
}

/** The server's own sentence; a reply by something in front of it has none. */
function sentenceOf(error: unknown): string {
  const [atField] = Object.values(fieldMessagesOf(error));
  if (atField) return atField;
  if (error instanceof ApiError && !error.problem) {
    if (error.status === 413) return 'That’s too large for us to read.';
    if (error.status === 429) return 'That was a lot at once. Try again in a few minutes.';
    return 'We couldn’t read it just now. Try again in a moment.';
  }
  return messageOf(error);
}

/** Whether the same may be read another time: a page may come back, a file stays as it is. */
function mayPass(brought: Brought, error: unknown): boolean {
  if (brought.kind === 'link' || brought.kind === 'topic' || !(error instanceof ApiError))
    return true;
  return error.status === 429 || error.status >= 500;
}
