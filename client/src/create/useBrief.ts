import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { TOPIC_MAX } from '#shared/tonesAndStyles.ts';
import { briefQuery } from '../api/briefs.ts';
import { headingOf, isEmpty } from './brief.ts';
import type { OrderControl } from './form.ts';

/** How long a topic rests before it is read, ms. */
const REST = 1000;
/** Nothing shorter holds a question. */
const SHORTEST = 8;

/**
 * What is heard in the topic of the form, once it rests; an order waits for none of it, and a topic
 * that cannot be read has nothing to show. It is kept in the draft, where the buyer edits it.
 */
export function useBrief(control: OrderControl) {
  const topic = useWatch({ control, name: 'topic' }).trim();
  const { field } = useController({ control, name: 'brief' });
  const [rested, setRested] = useState(topic);
  useEffect(() => {
    const timer = setTimeout(() => setRested(topic), REST);
    return () => clearTimeout(timer);
  }, [topic]);

  const kept = field.value?.topic === topic ? field.value : null;
  const isReadable = topic.length >= SHORTEST && topic.length <= TOPIC_MAX;
  const asks = kept === null && isReadable && topic === rested;
  const reply = useQuery({ ...briefQuery(rested), enabled: asks }).data?.brief;
  const { onChange } = field;
  useEffect(() => {
    if (!asks || !reply) return;
    const { id, questions, level, avoid, notice } = reply;
    onChange({ topic, id, questions, level, avoid, notice });
  }, [asks, reply, topic, onChange]);

  return {
    brief: kept,
    change: onChange,
    /** For screen readers, when it was heard just now. */
    news: reply
      ? [isEmpty(reply) ? '' : headingOf(reply), reply.notice].filter(Boolean).join('. ')
      : '',
    /** Does not wait for the topic to rest. */
    readNow: () => setRested(topic),
  };
}
