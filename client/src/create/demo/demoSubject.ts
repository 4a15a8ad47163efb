import { useWatch } from 'react-hook-form';
import { isDemoTopic } from '#shared/demo.ts';
import { useDemoWriter } from '../../api/config.ts';
import type { DraftValues, OrderControl } from '../draft.ts';

/** Whether the demo has no script on what was typed, and no source to talk about instead. */
export const lacksDemoSubject = ({
  topic,
  sources,
}: Pick<DraftValues, 'topic' | 'sources'>): boolean =>
  topic.trim() !== '' && sources.length === 0 && !isDemoTopic(topic);

export function useLacksDemoSubject(control: OrderControl): boolean {
  const isDemo = useDemoWriter();
  const [topic, sources] = useWatch({ control, name: ['topic', 'sources'] });
  return isDemo && lacksDemoSubject({ topic, sources });
}

export const CHOOSE_FIRST =
  'Choose first what they talk about: one of the six, a text or link of yours, or what Wikipedia says.';
