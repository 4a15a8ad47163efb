import { z } from 'zod';

/** Names of the calls that write nothing to be spoken, as `response_format` has them. */
export type ReadingCall = 'edit' | 'answers' | 'recap' | 'brief';

export const isReading = (call: string | undefined): call is ReadingCall =>
  call === 'edit' || call === 'answers' || call === 'recap' || call === 'brief';

/** What the messages of such a call hold; a message may hold any of it. */
const asked = z.object({
  topic: z.string().catch(''),
  draft: z.unknown().optional(),
  questions: z.array(z.string()).catch([]),
  lines: z.array(z.string()).catch([]),
});

/** A sober reader's answer, as JSON: nothing in it that the messages do not hold. */
export function readAs(call: ReadingCall, messages: string[]): string {
  const held = asked.parse(Object.assign({}, ...messages.map(parseJson)));
  const lines = held.lines.map((line) => line.replace(/^\d+ [AB]: /, ''));
  switch (call) {
    case 'edit':
      return JSON.stringify(held.draft ?? {});
    case 'answers':
      return JSON.stringify({ answers: answersIn(held.questions, lines) });
    case 'recap':
      return JSON.stringify(recapOf(lines));
    case 'brief':
      return JSON.stringify(briefOf(held.topic));
  }
}

/** The first line after the opening that has two words of a question in common with it. */
function answersIn(questions: string[], lines: string[]) {
  return questions.flatMap((text, index) => {
    const wanted = new Set(wordsOf(text));
    const at = lines.findIndex((line, place) => {
      const common = new Set(wordsOf(line).filter((word) => wanted.has(word)));
      return place > 1 && !line.endsWith('?') && common.size >= Math.min(2, wanted.size);
    });
    return at < 0 ? [] : [{ question: index + 1, first: at, last: at }];
  });
}

function recapOf(lines: string[]) {
  return {
    followUps: lines.filter((line) => line.endsWith('?')).slice(-3),
    facts: lines.filter((line) => / [A-Z]\w{3,}/.test(line)).slice(0, 8),
    comparisons: lines.filter((line) => / (?:like an?|as if) /.test(line)).slice(0, 4),
    opening: lines[0] ?? '',
  };
}

/** Each part of the topic that ends with a question mark; without one, the topic itself. */
function briefOf(topic: string) {
  const parts = topic.match(/[^?？]+[?？]/g)?.map((part) => part.trim()) ?? [topic.trim()];
  const questions = parts.filter((part) => /\p{L}{2}/u.test(part)).slice(0, 6);
  return { questions, level: '', avoid: [], language: languageOf(topic) };
}

const LANGUAGES: [RegExp, string][] = [
  [/[\u3040-\u30ff]|\p{Script=Han}/u, 'ja'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Thai}/u, 'th'],
  [/[ąćęłńśźż]/iu, 'pl'],
];

const languageOf = (topic: string) =>
  LANGUAGES.find(([letters]) => letters.test(topic))?.[1] ?? 'en';

const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
