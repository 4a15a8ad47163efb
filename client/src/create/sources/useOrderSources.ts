import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { isDemoTopic } from '#shared/demo.ts';
import type { Source } from '#shared/sources.ts';
import { ApiError, fieldMessagesOf, isNotFoundOrGone, messageOf } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { type Attachment, sourceQuery, takeBack } from '../../api/sources.ts';
import { useLacksDemoSubject } from '../demo/demoSubject.ts';
import type { OrderControl } from '../draft.ts';

export const TWICE = 'You have that one already.';
const GONE = 'A source you added is gone. Add it again if you need it.';

/**
 * Attachments not yet read when the form was left, by draft. They are read when the buyer comes
 * back from signing in or from the checkout, and are kept in memory only.
 */
const leftUnread = new Map<string, Attachment[]>();

const readOne = (id: string): Attachment => ({ kind: 'read', id });

/** Each source is read on its own; the draft holds the ids of those read. */
export function useOrderSources(control: OrderControl, draftId: string) {
  const { field, fieldState } = useController({ control, name: 'sources' });
  const { value, onChange } = field;
  const topic = useWatch({ control, name: 'topic' }).trim();
  const lacksDemoSubject = useLacksDemoSubject(control);
  const client = useQueryClient();
  const [attachments, setAttachments] = useState(() => [
    ...value.map(readOne),
    ...(leftUnread.get(draftId) ?? []),
  ]);
  const [notice, setNotice] = useState('');
  const replies = useQueries({ queries: attachments.map(sourceQuery) });
  const rows = attachments.flatMap((one, index) => {
    const reply = replies[index];
    return reply ? [toSourceEntry(one, reply)] : [];
  });

  const stays = (row: SourceEntry, index: number) =>
    !row.isGone && !rows.slice(0, index).some(({ source }) => isSameSource(source, row.source));
  const staying = rows.filter(stays);
  if (staying.length < rows.length) {
    setAttachments(staying.map(({ attachment }) => attachment));
    setNotice(rows.some(({ isGone }) => isGone) ? GONE : TWICE);
  }

  const ids = staying.flatMap(({ id }) => id ?? []);
  useEffect(() => {
    leftUnread.set(
      draftId,
      staying.filter(isUnread).map(({ attachment }) => attachment),
    );
    if (ids.join() !== value.join()) onChange(ids);
  });

  // The error asked for a subject, and now there is one.
  const isOver = fieldState.error?.type === 'way' && !lacksDemoSubject;
  const refusal = isOver ? undefined : fieldState.error?.message;
  useEffect(() => {
    if (!refusal) return;
    // One of them may be gone: fetched again, each row says so itself.
    setAttachments((all) =>
      all.map((one) => {
        const source = client.getQueryData(sourceQuery(one).queryKey);
        return source ? readOne(source.id) : one;
      }),
    );
    void client.resetQueries({ queryKey: keys.sources });
  }, [refusal, client]);

  function add(one: Attachment): boolean {
    setNotice('');
    if (attachments.some((other) => keyOf(other) === keyOf(one))) return false;
    setAttachments((others) => [...others.filter((other) => keyOf(other) !== keyOf(one)), one]);
    return true;
  }
  function remove({ key, id, attachment }: SourceEntry) {
    setNotice('');
    setAttachments((all) => all.filter((other) => keyOf(other) !== key));
    // Aborts the reading, and lets the same be added again.
    client.removeQueries({ queryKey: sourceQuery(attachment).queryKey });
    if (id) void takeBack(id);
  }

  return {
    rows: staying,
    hasRead: ids.length > 0,
    lacksDemoSubject,
    notice,
    refusal,
    register: field.ref,
    add,
    remove,
    /** Adds the article on the present topic unless there is another source; drops earlier ones. */
    lookUp() {
      if (staying.some(({ attachment }) => attachment.kind !== 'topic')) return;
      for (const row of staying) {
        if (row.attachment.kind === 'topic' && row.attachment.topic !== topic) remove(row);
      }
      if (topic && !isDemoTopic(topic)) add({ kind: 'topic', topic });
    },
  };
}

export type SourceEntry = ReturnType<typeof toSourceEntry>;

function toSourceEntry(attachment: Attachment, reply: UseQueryResult<Source>) {
  const { data, error, isFetching, refetch } = reply;
  const isRefused = Boolean(error) && !isFetching && !data;
  return {
    /** Equal for equal attachments. */
    key: keyOf(attachment),
    attachment,
    source: data ?? null,
    /** Null until it was read. */
    id: data?.id ?? (attachment.kind === 'read' ? attachment.id : null),
    /** Why it could not be read; null while it is being read, and once it is. */
    problem: isRefused
      ? { sentence: sentenceOf(error), mayPass: mayPass(attachment, error) }
      : null,
    /** It was read once, but the server no longer has it. */
    isGone: isRefused && attachment.kind === 'read' && isNotFoundOrGone(error),
    readAgain: refetch,
  };
}

const keyOf = (attachment: Attachment): string => sourceQuery(attachment).queryKey.join(' ');

/** It was never read, so an order goes without it. */
const isUnread = ({ source, attachment }: SourceEntry): boolean =>
  !source && attachment.kind !== 'read';

export const isBeingRead = (row: SourceEntry): boolean => isUnread(row) && row.problem === null;

/** Two addresses may lead to one page. */
const isSameSource = (one: Source | null, other: Source | null): boolean =>
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
