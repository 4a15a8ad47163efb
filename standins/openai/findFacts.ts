import { z } from 'zod';
import { isPersonal, isStatement, namesIn, sentencesIn, stemsOf } from './sentences.ts';

/** Merged from two messages: one with the question, one with the document. */
const request = z.object({
  topic: z.string().catch(''),
  questions: z.array(z.string()).catch([]),
  most: z.number().int().min(0).max(50).catch(12),
  text: z.string().catch(''),
  known: z.array(z.string()).catch([]),
  /** Facts that did not fit, asked for once more. */
  again: z.array(z.object({ quote: z.string() })).catch([]),
});

/** What a sentence gains by a particular, by each word asked for, and by being personal. */
const WORTH = { particular: 1, asked: 1.5, personal: -3 };
const DISPUTED =
  /\b(?:disputed|contested|controversial|disagree|debated?|not settled|opinions differ|umstritten|controvertid[oa]|discutid[oa])\b/i;

/**
 * Sentences are taken word for word and spread over the document; whatever it demands of its reader
 * is not done.
 */
export function findFacts(messages: object[]) {
  const { topic, questions, most, text, known, again } = request.parse(
    Object.assign({}, ...messages),
  );
  const paper = 'a text';
  if (again.length) return { paper, facts: again.map(({ quote }) => asFact(quote)) };
  const asked = stemsOf([topic, ...questions].join(' '));
  const weigh = (sentence: string) =>
    (/\d/.test(sentence) || namesIn(sentence).length > 0 ? WORTH.particular : 0) +
    (isPersonal(sentence) ? WORTH.personal : 0) +
    WORTH.asked * stemsOf(sentence).intersection(asked).size;
  const found = [...new Set(sentencesIn(text))].filter(
    (sentence) => isStatement(sentence) && !known.includes(sentence),
  );
  const facts = spread(joined(found, text), most).map((near) =>
    near.reduce((best, each) => (weigh(each) > weigh(best) ? each : best)),
  );
  return { paper, facts: facts.map(asFact) };
}

const asFact = (sentence: string) => ({
  says: sentence,
  quote: sentence,
  disputed: DISPUTED.test(sentence) ? sentence : '',
});

/** In characters. */
const LONGEST = 180;

function joined(sentences: string[], text: string): string[] {
  const facts: string[] = [];
  const isAlone = (sentence = '') => isPersonal(sentence) || DISPUTED.test(sentence);
  for (const sentence of sentences) {
    const before = facts.at(-1);
    const both = `${before} ${sentence}`;
    const isOne = !isAlone(before) && !isAlone(sentence) && text.includes(both);
    if (isOne && both.length <= LONGEST) facts.splice(-1, 1, both);
    else facts.push(sentence);
  }
  return facts;
}

function spread<T>(items: T[], most: number): [T, ...T[]][] {
  const count = Math.min(items.length, most);
  return Array.from({ length: count }, (_, at) =>
    items.slice(
      Math.floor((at * items.length) / count),
      Math.floor(((at + 1) * items.length) / count),
    ),
  ).flatMap(([first, ...rest]) => (first === undefined ? [] : [[first, ...rest]]));
}
