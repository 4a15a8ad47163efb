import { withoutSpeaker } from './said.ts';
import { bare } from './scripts.ts';
import { statesAnswer } from './statedAnswer.ts';

/*
 * Goes by words alone: the line that asks the question and a statement by the other host in the
 * very next one, else a sentence that answers it by itself. A later answer may as well be an
 * evasion, so the question stays open. `npm run listen` measures how often that is right.
 */

/** A line asks a question if it holds this share of its words, by weight. */
const LEAST_SHARE = 0.4;
/** A shorter reply is mostly a remark about the question. */
const LEAST_WORDS = 14;
/** Above this share of words like "I" and "she", a reply is an anecdote. */
const MOST_PERSONAL = 0.1;
/** If the next line asks back in so few words, the reply was no answer. */
const FOLLOW_UP = 14;

const SMALL = new Set(
  `the and for you your are was were did does can could would should will have has had had how why what
  when where who which there that this they them their his her him she its with without from into really
  actually just ever any anyone anybody one not than then about been being but get got make made mean`.split(
    /\s+/,
  ),
);

const KINDS: [asked: RegExp, holds: RegExp][] = [
  [
    /^(?:how (?:many|much|long|often|late|far|old|fast|hot|big)|when|what (?:angle|number|year|time))\b/,
    /\d|\b(?:half|january|february|march|april|june|july|august|september|october|november|december|spring|summer|autumn|winter|every|never|daily|weekly|minutes?|hours?|days?|weeks?|months?|years?)\b/i,
  ],
  [/^who\b/, /[a-z,] ["']?[A-Z][a-z]{2,}|\b(?:nobody|no one)\b/],
];

const ASKS = /\?|\b(?:ask(?:s|ed)?|questions?|wants? to know|wonder(?:s|ed|ing)?)\b/i;
const PERSONAL =
  /\b(?:i|i'm|i've|i'd|i'll|me|my|mine|myself|he|he's|he'd|she|she's|she'd|him|her|his|hers)\b/gi;
/** Says that an answer is to come, is hard or belongs to somebody else. */
const EVASION =
  /\b(?:(?:good|great|fair|lovely|big|real|best|whole|interesting|\w+'s) question|(?:come|coming|get) (?:back )?to (?:that|it)|depends|hard to say|let's (?:park|leave|talk|come|start)|tell you a story|who knows|never mind|speaking of|reminds me|(?:people|everyone|everybody) (?:argue|asks?|lose sleep|disagree))\b/i;

/** Lines are like "12 A: ..." or "A: ...". */
export function answerIn(
  question: string,
  lines: string[],
): { first: number; last: number } | null {
  const replied = replyTo(question, lines);
  const line = replied ?? lines.findIndex((one) => isStatedIn(one, question));
  return line < 0 ? null : { first: line, last: line };
}

const sentencesOf = (line: string) => withoutSpeaker(line).split(/(?<=[.!?]["']?)\s+/);

const isStatedIn = (line: string, question: string) =>
  sentencesOf(line).some((sentence) => statesAnswer(question, sentence));

function replyTo(question: string, lines: string[]): number | null {
  const words = new Set(stemsOf(question));
  if (words.size < 2) return null;
  const talk = lines.map((line) => ({ host: hostOf(line), text: withoutSpeaker(line) }));
  const said = talk.map(({ text }) => new Set(stemsOf(text)));
  const weight = (word: string) =>
    Math.log(1 + lines.length / (1 + said.filter((stems) => stems.has(word)).length));
  const sum = (some: Set<string>) => [...some].reduce((total, word) => total + weight(word), 0);
  const shares = said.map((stems, at) =>
    ASKS.test(talk[at]?.text ?? '') ? sum(words.intersection(stems)) / sum(words) : 0,
  );
  const asked = shares.indexOf(Math.max(...shares));
  const [asking, reply, after] = talk.slice(asked, asked + 3);
  if ((shares[asked] ?? 0) < LEAST_SHARE || !reply || reply.host === asking?.host) return null;
  const holds = KINDS.find(([begins]) => begins.test(question.toLowerCase()))?.[1];
  const isAnswer =
    states(reply.text) && (holds?.test(reply.text) ?? true) && !asksBack(after?.text ?? '');
  return isAnswer ? asked + 1 : null;
}

const hostOf = (line: string) => /^(?:\d+ )?([AB]): /.exec(line)?.[1];

/** Its questions do not count, and it must not be about its speaker. */
function states(line: string): boolean {
  const stated = sentencesOf(line)
    .filter((sentence) => !/\?["']?$/.test(sentence))
    .join(' ');
  const count = stated.split(' ').length;
  const personal = (line.match(PERSONAL)?.length ?? 0) / count;
  return count >= LEAST_WORDS && personal <= MOST_PERSONAL && !EVASION.test(line);
}

const asksBack = (line: string) => line.includes('?') && line.split(' ').length <= FOLLOW_UP;

/** "keeps" and "keeping" have one stem. */
function stemsOf(text: string): string[] {
  return bare(text)
    .split(' ')
    .filter((word) => word.length > 2 && !SMALL.has(word))
    .map((word) => word.replace(/(?:ing|ed|es|s)$/, '').slice(0, 6));
}
