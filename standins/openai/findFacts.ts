import { z } from 'zod';
import { isPersonal, isStatement, namesIn, sentencesIn, stemsOf } from './sentences.ts';

/** A document to find facts in: a message with the question, then one with the document. */
const request = z.object({
  topic: z.string().catch(''),
  questions: z.array(z.string()).catch([]),
  most: z.number().int().min(0).max(50).catch(12),
  text: z.string().catch(''),
  /** Facts that did not fit, asked for once more. */
  /** Sentences that were noted before. */
  known: z.array(z.string()).catch([]),
  again: z.array(z.object({ quote: z.string() })).catch([]),
});

/** How much a sentence gains by a number or a name, by each word of the question, and by its speaker. */
const WORTH = { particular: 1, asked: 1.5, personal: -3 };
const DISPUTED =
  /\b(?:disputed|contested|controversial|disagree|debated?|not settled|opinions differ|umstritten|controvertid[oa]|discutid[oa])\b/i;

/**
 * The sentences of a document that state most about what was asked, spread over it; where some in a row are
 * short, they are one fact. They are taken word for word: whatever a document demands of its reader is not
 * done.
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

/** Characters of sentences that are one fact. */
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

/** At most `most` groups of neighbours, as equal as can be. */
function spread<T>(items: T[], most: number): [T, ...T[]][] {
  const count = Math.min(items.length, most);
  return Array.from({ length: count }, (_, at) =>
    items.slice(
      Math.floor((at * items.length) / count),
      Math.floor(((at + 1) * items.length) / count),
    ),
  ).flatMap(([first, ...rest]) => (first === undefined ? [] : [[first, ...rest]]));
}
