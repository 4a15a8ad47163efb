import { z } from 'zod';
import { answerIn } from './answers.ts';
import { NOT_READ_UP, THEN } from './demo.ts';
import { SEAM } from './excerpts.ts';
import { questionsIn } from './questions.ts';
import { memoryOf, withoutSpeaker } from './said.ts';
import { bare, type Script, scriptOn, scripts } from './scripts.ts';

const asked = z.object({
  topic: z.string().catch(''),
  questions: z.array(z.string()).catch([]),
  lines: z.array(z.string()).catch([]),
  draft: z
    .object({ sections: z.array(z.looseObject({})) })
    .loose()
    .nullable()
    .catch(null),
});
type Asked = z.infer<typeof asked>;

const READINGS: Record<string, (request: Asked) => object> = { brief, edit, answers, recap };

/** `messages` are the user's. */
export function reading(name: string, messages: string[]): object | null {
  return READINGS[name]?.(asked.parse(Object.assign({}, ...objectsIn(messages)))) ?? null;
}

/** A message that is no JSON object becomes an empty one. */
export const objectsIn = (messages: string[]): object[] => messages.map(parseObject);

function parseObject(text: string): object {
  try {
    return z.looseObject({}).parse(JSON.parse(text));
  } catch {
    return {};
  }
}

const MOST_QUESTIONS = 6;

function brief({ topic }: Asked) {
  return {
    questions: (scriptOn(topic)?.questions ?? questionsIn(topic)).slice(0, MOST_QUESTIONS),
    level: '',
    avoid: [],
    language: languageOf(topic),
  };
}

const LANGUAGES: [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u, 'ja'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Thai}/u, 'th'],
  [/[ąćęłńśźż]/iu, 'pl'],
];

function languageOf(topic: string): string {
  return LANGUAGES.find(([letters]) => letters.test(topic))?.[1] ?? 'en';
}

function edit({ draft }: Asked) {
  const sections = draft?.sections.map((section) => ({ role: '', owes: [], ...section })) ?? [];
  return { title: '', summary: '', ...draft, sections };
}

function answers({ questions, lines }: Asked) {
  return {
    answers: questions.flatMap((question, index) => {
      const answer = answerTo(question, lines);
      return answer ? [{ question: index + 1, ...answer }] : [];
    }),
  };
}

/** A scripted question is answered by its script's line, or not at all. */
function answerTo(question: string, lines: string[]) {
  const place = scriptedQuestion(question);
  if (!place && lines.some((line) => line.includes(NOT_READ_UP))) return null;
  if (THEN.test(question)) {
    const seam = lines.findIndex((line) => line.includes(SEAM));
    return seam < 0 ? null : { first: seam, last: seam };
  }
  if (!place) return answerIn(question.replace(/^\d+ /, ''), lines);
  const told = place.script.sections
    .flatMap(({ beats }) => beats.flat())
    .filter((line) => line.answers.includes(place.number));
  const line = lines.findIndex((one) => told.some(memoryOf([one]).has));
  return line < 0 ? null : { first: line, last: line };
}

/** `number` counts from 1. */
export function scriptedQuestion(question: string): { script: Script; number: number } | null {
  const text = bare(question.replace(/^\d+ /, ''));
  for (const script of scripts) {
    const index = script.questions.findIndex((one) => bare(one) === text);
    if (index >= 0) return { script, number: index + 1 };
  }
  return null;
}

const MOST_FACTS = 8;
const FACT = /\d|\S [A-Z][a-z]{2,}/;
const COMPARISON = / like an? | as if /;

function recap({ lines }: Asked) {
  const spoken = lines.map(withoutSpeaker);
  const sentences = spoken.flatMap((line) => line.split(/(?<=[.!?]) /));
  const memory = memoryOf(lines);
  const said = (script: Script) =>
    script.sections.flatMap(({ beats }) => beats.flat()).filter(memory.has).length;
  const [script] = scripts.toSorted((one, other) => said(other) - said(one));
  return {
    followUps: script?.followUps ?? [],
    facts: sentences.filter((sentence) => FACT.test(sentence)).slice(0, MOST_FACTS),
    comparisons: sentences.filter((sentence) => COMPARISON.test(sentence)).slice(0, MOST_FACTS),
    opening: spoken[0] ?? '',
  };
}
