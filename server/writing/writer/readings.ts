import type { z } from 'zod';
import type { AnswerRange, Recap } from '#shared/brief.ts';
import { AVOID_MAX, NOTE_MAX, QUESTION_MAX, QUESTIONS_MAX } from '#shared/briefLimits.ts';
import type { ScriptLine } from '#shared/script.ts';
import { askFor, type Reader } from '../model/askFor.ts';
import type { Question } from '../prompts/question.ts';
import {
  answersQuestion,
  briefQuestion,
  recapQuestion,
  replies,
} from '../prompts/readingPrompts.ts';
import { faultsOf, findJson } from '../script/findJson.ts';
import type { ScriptSpec, TopicReading, TypedTopic } from '../script/scriptWriter.ts';

/* A reply is checked against what the model was given: what is not there is dropped, not mended. */

/** At most one place for each question, in the order of the questions. */
export async function findAnswers(
  reader: Reader,
  questions: string[],
  lines: ScriptLine[],
): Promise<AnswerRange[]> {
  const { answers } = await read(reader, answersQuestion(questions, lines), replies.places);
  return questions.flatMap((_, index) => {
    const place = answers.find(
      ({ question, first, last }) =>
        question === index + 1 && first >= 0 && first <= last && last < lines.length,
    );
    return place ? [{ question: index, first: place.first, last: place.last }] : [];
  });
}

export async function recapScript(
  reader: Reader,
  spec: ScriptSpec,
  lines: ScriptLine[],
): Promise<Recap> {
  const found = await read(reader, recapQuestion(spec, lines), replies.summary);
  return {
    followUps: listed(found.followUps, 3),
    facts: listed(found.facts, 12),
    comparisons: listed(found.comparisons, 8),
    opening: short(found.opening),
  };
}

export async function readTopic(reader: Reader, typed: TypedTopic): Promise<TopicReading> {
  const found = await read(reader, briefQuestion(typed), replies.topicReading);
  return {
    questions: listed(found.questions, QUESTIONS_MAX),
    level: short(found.level, NOTE_MAX) || null,
    avoid: listed(found.avoid, AVOID_MAX, NOTE_MAX),
    language: /^[a-z]{2,3}\b/i.exec(found.language)?.[0].toLowerCase() ?? 'en',
  };
}

/** Models keep to no length, so a text is cut. */
export const short = (text: string, most = QUESTION_MAX) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most)
    // Never leaves half a surrogate pair.
    .replace(/[\uD800-\uDBFF]$/, '');
export function atWord(text: string, most: number): string {
  const whole = short(text, text.length);
  return whole.length > most ? short(whole, most).replace(/\s+\S*$/, '') : whole;
}
const listed = (texts: string[], count: number, most?: number) =>
  [...new Set(texts.map((text) => short(text, most)).filter(Boolean))].slice(0, count);

/** Asks until the answer fits `schema`. Throws `ProviderFailure`. */
export function read<T>(reader: Reader, question: Question, schema: z.ZodType<T>): Promise<T> {
  const { broken = 1 } = reader.policy.attempts;
  const fitting = (reply: string) => {
    const found = schema.safeParse(findJson(reply));
    return found.success ? { value: found.data } : { fault: faultsOf(found.error) };
  };
  return askFor(reader, question, fitting, broken - 1);
}
