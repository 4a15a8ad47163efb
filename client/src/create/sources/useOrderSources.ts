import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { isDemoTopic } from '#shared/demo.ts';
import { keys } from '../../api/keys.ts';
import { type Attachment, sourceQuery, takeBack } from '../../api/sources.ts';
import { useLacksDemoSubject } from '../demo/useLacksDemoSubject.ts';
import type { OrderControl } from '../form.ts';
import { isSameSource, isUnread, keyOf, type SourceEntry, toSourceEntry } from './sourceEntry.ts';

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

  const ids = staying.flatMap(({ attachment, source }) => {
    return source?.id ?? (attachment.kind === 'read' ? attachment.id : []);
  });
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
  function remove({ key, attachment, source }: SourceEntry) {
    setNotice('');
    setAttachments((all) => all.filter((other) => keyOf(other) !== key));
    // Aborts the reading, and lets the same be added again.
    client.removeQueries({ queryKey: sourceQuery(attachment).queryKey });
    const id = source?.id ?? (attachment.kind === 'read' ? attachment.id : null);
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
