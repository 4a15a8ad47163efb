import type { Source } from '#shared/sources.ts';
import { ApiError, fieldMessagesOf, isNotFoundOrGone, messageOf } from '../../api/client.ts';
import { type Attachment, sourceQuery } from '../../api/sources.ts';

export type SourceEntry = {
  /** Equal for equal attachments. */
  key: string;
  attachment: Attachment;
  source: Source | null;
  /** Why it could not be read; null while it is being read, and once it is. */
  problem: { sentence: string; mayPass: boolean } | null;
  /** It was read once, but the server no longer has it. */
  isGone: boolean;
  readAgain: () => unknown;
};

/** Returns why it cannot be added, or null. */
export type OnAdd = (attachment: Attachment) => string | null;

type Reply = {
  data: Source | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

export const keyOf = (attachment: Attachment): string => sourceQuery(attachment).queryKey.join(' ');

export function toSourceEntry(
  attachment: Attachment,
  { data, error, isFetching, refetch }: Reply,
): SourceEntry {
  const isRefused = Boolean(error) && !isFetching && !data;
  return {
    key: keyOf(attachment),
    attachment,
    source: data ?? null,
    problem: isRefused
      ? { sentence: sentenceOf(error), mayPass: mayPass(attachment, error) }
      : null,
    isGone: isRefused && attachment.kind === 'read' && isNotFoundOrGone(error),
    readAgain: refetch,
  };
}

/** It was never read, so an order goes without it. */
export const isUnread = ({ source, attachment }: SourceEntry): boolean =>
  !source && attachment.kind !== 'read';

export const isBeingRead = (row: SourceEntry): boolean => isUnread(row) && row.problem === null;

/** Two addresses may lead to one page. */
export const isSameSource = (one: Source | null, other: Source | null): boolean =>
  one !== null &&
  other !== null &&
  (one.id === other.id || (one.url !== null && one.url === other.url));

export function fallbackTitle(attachment: Attachment): string {
  switch (attachment.kind) {
    case 'link':
      return attachment.url.replace(/^https?:\/\//i, '');
    case 'topic':
      return `“${attachment.topic}” on Wikipedia`;
    case 'text':
      return attachment.text.replace(/\s+/g, ' ').slice(0, 80);
    case 'pdf':
      return attachment.file.name;
    case 'read':
      return 'A source of yours';
  }
}

/** Returns the server's own sentence; the reply of a proxy has none. */
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

/** Whether reading may work another time: a page may come back, a file stays as it is. */
function mayPass(attachment: Attachment, error: unknown): boolean {
  if (attachment.kind === 'link' || attachment.kind === 'topic' || !(error instanceof ApiError))
    return true;
  return error.status === 429 || error.status >= 500;
}
