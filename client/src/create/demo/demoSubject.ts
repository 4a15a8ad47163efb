import { isDemoTopic } from '#shared/demo.ts';
import type { DraftValues } from '../draft.ts';

/** Whether the demo has no script on what was typed, and no source to talk about instead. */
export const lacksDemoSubject = ({
  topic,
  sources,
}: Pick<DraftValues, 'topic' | 'sources'>): boolean =>
  topic.trim() !== '' && sources.length === 0 && !isDemoTopic(topic);

export const CHOOSE_FIRST =
  'Choose first what they talk about: one of the six, a text or link of yours, or what Wikipedia says.';
