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

/*
 * Calls that write nothing to be spoken: what a topic asks for, which lines answer it, and what a
 * script leaves with its listener. A model's reply is checked against what it was given; what does not
 * stand there is dropped, never mended.
 */

/** The places of answers, one for each question at most, in the order of the questions. */
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

/** A model keeps to no length: a text is cut, and what is too much or said twice is left out. */
export const short = (text: string, most = QUESTION_MAX) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most)
    // Half a character.
    .replace(/[\uD800-\uDBFF]$/, '');
/** Cut at a word where it is too long. */
export function atWord(text: string, most: number): string {
  const whole = short(text, text.length);
  return whole.length > most ? short(whole, most).replace(/\s+\S*$/, '') : whole;
}
const listed = (texts: string[], count: number, most?: number) =>
  [...new Set(texts.map((text) => short(text, most)).filter(Boolean))].slice(0, count);

/** The answer to a question, as its schema has it. Throws `ProviderFailure`. */
export function read<T>(reader: Reader, question: Question, schema: z.ZodType<T>): Promise<T> {
  const { broken = 1 } = reader.policy.attempts;
  const fitting = (reply: string) => {
    const found = schema.safeParse(findJson(reply));
    return found.success ? { value: found.data } : { fault: faultsOf(found.error) };
  };
  return askFor(reader, question, fitting, broken - 1);
}
