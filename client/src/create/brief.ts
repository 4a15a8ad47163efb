import type { Brief, OrderBrief } from '#shared/brief.ts';
import { QUESTIONS_MAX } from '#shared/briefLimits.ts';
import { THEN } from '#shared/demo.ts';
import { TOPIC_MAX } from '#shared/tonesAndStyles.ts';
import { isRecord } from '../api/client.ts';

export type DraftBrief = OrderBrief & {
  /** The topic it was read from; for another one it does not count. */
  topic: string;
  sources: string[];
  /** The buyer has edited it, so other sources do not have it read again. */
  isEdited: boolean;
  notice: string | null;
};

/** In characters: a shorter topic holds no question. */
const SHORTEST = 8;

/** `topic` must be trimmed. False while `kept` still counts for it. */
export function isToBeRead(topic: string, sources: string[], kept: DraftBrief | undefined) {
  const isKept = kept?.topic === topic && (kept.isEdited || kept.sources.join() === sources.join());
  return !isKept && topic.length >= SHORTEST && topic.length <= TOPIC_MAX;
}

export function draftBriefOf(topic: string, sources: string[], brief: Brief): DraftBrief {
  const { id, questions, level, avoid, notice } = brief;
  return { topic, sources, isEdited: false, id, questions, level, avoid, notice };
}

export function readBrief(kept: unknown): DraftBrief | undefined {
  if (!isRecord(kept) || typeof kept.topic !== 'string') return undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    topic: kept.topic,
    sources: textsIn(kept.sources),
    isEdited: kept.isEdited === true,
    id: text(kept.id),
    questions: listOf(kept.questions).flatMap((question) => {
      if (!isRecord(question)) return [];
      const { id, text } = question;
      return typeof id === 'string' && typeof text === 'string' ? [{ id, text }] : [];
    }),
    level: text(kept.level),
    avoid: textsIn(kept.avoid),
    notice: text(kept.notice),
  };
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const textsIn = (value: unknown): string[] =>
  listOf(value).filter((item) => typeof item === 'string');

type Asked = { topic: string; sources: string[]; follows: string; brief?: DraftBrief | undefined };

/** The order's brief, in the demo with what follows as its last question; undefined if empty. */
export function briefOf({ topic, brief, sources, follows }: Asked): OrderBrief | undefined {
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

/** False for a brief that is empty or, unedited, only repeats its topic. */
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
