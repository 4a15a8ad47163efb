import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useMayAsk } from '../account/edition/entitlements.ts';
import { briefQuery } from '../api/briefs.ts';
import { type DraftBrief, draftBriefOf, headingOf, isTelling, isToBeRead } from './brief.ts';
import type { OrderControl } from './form.ts';

/** How long a topic rests before it is read, ms. */
const REST = 1000;

/**
 * Has the topic read once it rests; no order waits for that, and a failure shows nothing. With
 * other sources, an unedited brief is read again and stays until the reply.
 */
export function useBrief(control: OrderControl) {
  const mayAsk = useMayAsk();
  const [typed, sources] = useWatch({ control, name: ['topic', 'sources'] });
  const topic = typed.trim();
  const { field } = useController({ control, name: 'brief' });
  const current = [topic, ...sources].join('\n');
  const [rested, setRested] = useState(current);
  useEffect(() => {
    const timer = setTimeout(() => setRested(current), REST);
    return () => clearTimeout(timer);
  }, [current]);

  const kept = field.value?.topic === topic ? field.value : null;
  const asks = mayAsk && isToBeRead(topic, sources, field.value) && current === rested;
  const reply = useQuery({ ...briefQuery(topic, sources), enabled: asks }).data?.brief;
  const freshBrief = reply && draftBriefOf(topic, sources, reply);
  const { onChange } = field;
  useEffect(() => {
    if (asks && reply) onChange(draftBriefOf(topic, sources, reply));
  }, [asks, reply, topic, sources, onChange]);

  return {
    brief: kept,
    change: (brief: DraftBrief) => onChange({ ...brief, isEdited: true }),
    news: freshBrief
      ? [isTelling(freshBrief) && headingOf(freshBrief), freshBrief.notice]
          .filter(Boolean)
          .join('. ')
      : '',
    readNow: () => setRested(current),
  };
}
