import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { isDemoTopic } from '#shared/demo.ts';
import { keys } from '../../api/keys.ts';
import { type Brought, sourceQuery, takeBack } from '../../api/sources.ts';
import { useLacksWay } from '../demo/useLacksWay.ts';
import type { OrderControl } from '../form.ts';
import { isSameSource, isUnread, keyOf, type Row, rowOf } from './row.ts';

export const TWICE = 'You have that one already.';
const GONE = 'A source you added is gone. Add it again if you need it.';

/**
 * What was not read when the form was left, by its draft: it is read when the buyer comes back from
 * signing in or from the checkout. Nothing of it is stored.
 */
const leftUnread = new Map<string, Brought[]>();

const readOne = (id: string): Brought => ({ kind: 'read', id });

/** The sources of the form; each is read on its own, and the draft holds the ids of those read. */
export function useSources(control: OrderControl, draftId: string) {
  const { field, fieldState } = useController({ control, name: 'sources' });
  const { value, onChange } = field;
  const topic = useWatch({ control, name: 'topic' }).trim();
  const lacksWay = useLacksWay(control);
  const client = useQueryClient();
  const [brought, setBrought] = useState(() => [
    ...value.map(readOne),
    ...(leftUnread.get(draftId) ?? []),
  ]);
  const [notice, setNotice] = useState('');
  const replies = useQueries({ queries: brought.map(sourceQuery) });
  const rows = brought.flatMap((one, index) => {
    const reply = replies[index];
    return reply ? [rowOf(one, reply)] : [];
  });

  const stays = (row: Row, index: number) =>
    !row.isGone && !rows.slice(0, index).some(({ source }) => isSameSource(source, row.source));
  const staying = rows.filter(stays);
  if (staying.length < rows.length) {
    setBrought(staying.map(({ brought }) => brought));
    setNotice(rows.some(({ isGone }) => isGone) ? GONE : TWICE);
  }

  const ids = staying.flatMap(({ brought, source }) => {
    return source?.id ?? (brought.kind === 'read' ? brought.id : []);
  });
  useEffect(() => {
    leftUnread.set(
      draftId,
      staying.filter(isUnread).map(({ brought }) => brought),
    );
    if (ids.join() !== value.join()) onChange(ids);
  });

  // A way was asked for, and has been taken.
  const isOver = fieldState.error?.type === 'way' && !lacksWay;
  const refusal = isOver ? undefined : fieldState.error?.message;
  useEffect(() => {
    if (!refusal) return;
    // One of them may be gone: asked for again, each says so itself.
    setBrought((all) =>
      all.map((one) => {
        const source = client.getQueryData(sourceQuery(one).queryKey);
        return source ? readOne(source.id) : one;
      }),
    );
    void client.resetQueries({ queryKey: keys.sources });
  }, [refusal, client]);

  /** False when it is there already. */
  function add(one: Brought): boolean {
    setNotice('');
    if (brought.some((other) => keyOf(other) === keyOf(one))) return false;
    setBrought((others) => [...others.filter((other) => keyOf(other) !== keyOf(one)), one]);
    return true;
  }
  function remove({ key, brought, source }: Row) {
    setNotice('');
    setBrought((all) => all.filter((other) => keyOf(other) !== key));
    // Aborts it, and lets the same be added again.
    client.removeQueries({ queryKey: sourceQuery(brought).queryKey });
    const id = source?.id ?? (brought.kind === 'read' ? brought.id : null);
    if (id) void takeBack(id);
  }

  return {
    rows: staying,
    hasRead: ids.length > 0,
    lacksWay,
    notice,
    refusal,
    register: field.ref,
    add,
    remove,
    /** Brings the article on the present topic, where nothing else is there to talk about. */
    lookUp() {
      if (staying.some(({ brought }) => brought.kind !== 'topic')) return;
      for (const row of staying) {
        if (row.brought.kind === 'topic' && row.brought.topic !== topic) remove(row);
      }
      if (topic && !isDemoTopic(topic)) add({ kind: 'topic', topic });
    },
  };
}
