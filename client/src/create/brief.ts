import type { Brief, OrderBrief } from '#shared/brief.ts';
import { QUESTIONS_MAX } from '#shared/briefLimits.ts';
import { THEN } from '#shared/demo.ts';
import { TOPIC_MAX } from '#shared/tonesAndStyles.ts';
import { isRecord } from '../api/client.ts';

/** What was heard in a topic, as the buyer has edited it. */
export type DraftBrief = OrderBrief & {
  /** Of another topic it says nothing. */
  topic: string;
  /** Ids of the sources that it was read beside. */
  sources: string[];
  /** The buyer has put it right, so that it is not read again beside other sources. */
  isEdited: boolean;
  notice: string | null;
};

/** Nothing shorter holds a question. */
const SHORTEST = 8;

/** Whether `topic`, trimmed, is to be read beside these sources, or `kept` says what it holds. */
export function isToBeRead(topic: string, sources: string[], kept: DraftBrief | undefined) {
  const isKept = kept?.topic === topic && (kept.isEdited || sameIds(kept.sources, sources));
  return !isKept && topic.length >= SHORTEST && topic.length <= TOPIC_MAX;
}

const sameIds = (some: string[], others: string[]) => some.join() === others.join();

export function draftBriefOf(topic: string, sources: string[], brief: Brief): DraftBrief {
  const { id, questions, level, avoid, notice } = brief;
  return { topic, sources, isEdited: false, id, questions, level, avoid, notice };
}

/** Reads a stored brief; undefined when it cannot be understood. */
export function readBrief(kept: unknown): DraftBrief | undefined {
  if (!isRecord(kept) || typeof kept.topic !== 'string') return undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
  return {
    topic: kept.topic,
    sources: list(kept.sources).filter((id) => typeof id === 'string'),
    isEdited: kept.isEdited === true,
    id: text(kept.id),
    questions: list(kept.questions).flatMap((question) => {
      if (!isRecord(question)) return [];
      const { id, text } = question;
      return typeof id === 'string' && typeof text === 'string' ? [{ id, text }] : [];
    }),
    level: text(kept.level),
    avoid: list(kept.avoid).filter((item) => typeof item === 'string'),
    notice: text(kept.notice),
  };
}

/** What an order says of its topic, as the buyer sees it, and what the demo goes on with; or nothing. */
export function briefOf({
  topic,
  brief,
  sources,
  follows,
}: {
  topic: string;
  brief?: DraftBrief | undefined;
  sources: string[];
  follows: string;
}): OrderBrief | undefined {
  const isCurrent = brief && brief.topic === topic.trim() && !isEmpty(brief);
  const then = follows && sources.length > 0 ? [{ id: 'then', text: THEN + follows }] : [];
  if (!isCurrent && then.length === 0) return undefined;
  const { id, questions, level, avoid } = isCurrent ? brief : NOTHING;
  const fitting = questions.slice(0, QUESTIONS_MAX - then.length);
  return { id, questions: [...fitting, ...then], level, avoid };
}

const NOTHING: OrderBrief = { id: null, questions: [], level: null, avoid: [] };

const isEmpty = ({ questions, level, avoid }: OrderBrief) =>
  questions.length + avoid.length === 0 && level === null;

/** Whether it says more than the topic above it, word for word; what the buyer has edited always does. */
export function isTelling(brief: DraftBrief): boolean {
  const { topic, isEdited, questions, level, avoid } = brief;
  const isEcho =
    questions.length === 1 &&
    level === null &&
    avoid.length === 0 &&
    normalizeWords(questions[0]?.text ?? '') === normalizeWords(topic);
  return !isEmpty(brief) && (isEdited || !isEcho);
}

const normalizeWords = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export function headingOf({ questions }: OrderBrief): string {
  const count = questions.length;
  if (count === 0) return 'We heard this';
  return count === 1 ? 'We heard one question' : `We heard ${count} questions`;
}
