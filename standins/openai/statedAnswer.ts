import { figuresIn } from './figures.ts';
import { bare } from './scripts.ts';
import { namesIn, stemsOf } from './sentences.ts';

/*
 * A sentence must hold every telling word of the question and what such a question asks for. Other
 * forms stay open, as do yes-or-no questions: a false tick is worse than an open question.
 */

type IsAnswered = (question: string, sentence: string) => boolean;

const TIME = /^(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?)\b/;
const DISTANCE =
  /^(?:(?:milli|centi|kilo)?met(?:re|er)s?|(?:nautical )?miles?|feet|foot|inch(?:es)?|yards?)\b/;
const WEIGHT = /^(?:(?:milli|kilo)?grams?|kilos?|tons?|tonnes?|pounds?|ounces?)\b/;
const PRICE = /^(?:dollars?|cents?|pounds?|pence|shillings?|guineas?|euros?|francs?|roubles?)\b/;
const SPEED = /^[a-z]+ (?:an?|per|each) (?:second|minute|hour|day|year)\b/;
const MONTHS =
  'January|February|March|April|May|June|July|August|September|October|November|December';
const POINT_IN_TIME = new RegExp(
  String.raw`\b(?:${MONTHS}|when|after|until|before|spring|summer|autumn|winter)\b`,
);

const FORMS: [asks: RegExp, isAnswered: IsAnswered][] = [
  [/\b(?:what|how much) (?:does|do|did) .*\bcost\b/, measured(PRICE)],
  [/\bhow (?:many|much)\b/, counted],
  [/\bhow (?:long|old)\b/, measured(TIME)],
  [/\bhow (?:far|deep|high|tall|wide)\b/, measured(DISTANCE)],
  [/\bhow heavy\b/, measured(WEIGHT)],
  [/\bhow (?:hot|cold|warm)\b/, measured(/^degrees\b/)],
  [/\bhow fast\b/, measured(SPEED)],
  [/\bwhy\b/, beginsTo(/\b(?:because|so that)\b/)],
  [/\bhow (?:does|do|did)\b/, beginsTo(/\bby \w+ing\b/)],
  [/\bwhen\b/, dated],
  [/\bwhere\b/, placed],
  [/\bwho\b/, named],
];
const DEFINITION = /^(?:so )?what(?: is|'s| are) (?:an? |the )?([^,?]+)\?$/i;
const ABOUT_ANOTHER = /^(?:it|he|she|they|this|that|these|those)\b/i;
const DENIES = /\b(?:not|never)\b|n't\b/i;
const ASKING =
  /\bhow (?:many|much|long|old|far|deep|high|tall|wide|heavy|hot|cold|warm|fast)\b|\b(?:does|do|did|can|really|actually|exactly|ever|just)\b/g;

export function statesAnswer(question: string, sentence: string): boolean {
  if (sentence.endsWith('?') || ABOUT_ANOTHER.test(sentence) || DENIES.test(sentence)) return false;
  const [, thing] = DEFINITION.exec(question) ?? [];
  if (thing) return defines(thing, sentence);
  const asked = question.toLowerCase();
  const [, isAnswered] = FORMS.find(([asks]) => asks.test(asked)) ?? [];
  const words = tellingWords(asked);
  const isOnIt = words.size > 1 && words.isSubsetOf(tellingWords(sentence.toLowerCase()));
  return isOnIt && (isAnswered?.(question, sentence) ?? false);
}

function tellingWords(text: string): Set<string> {
  const stems = stemsOf(text.replace(ASKING, ' '));
  return new Set([...stems].map((stem) => stem.replace(/e$/, '')));
}

function defines(thing: string, sentence: string): boolean {
  const said = bare(sentence).replace(/^(?:an?|the) /, '');
  return ['is a', 'is an', 'is the', 'are the'].some((is) =>
    said.startsWith(`${bare(thing)} ${is} `),
  );
}

function counted(question: string, sentence: string): boolean {
  const after = question.toLowerCase().replace(/^.*\bhow (?:many|much)\b/, '');
  const [thing = ''] = tellingWords(after);
  return hasFigureBefore((rest) => tellingWords(rest).has(thing), { question, sentence });
}

function measured(unit: RegExp): IsAnswered {
  return (question, sentence) =>
    hasFigureBefore((_, rest) => unit.test(rest), { question, sentence });
}

/** Words from a figure to what it belongs to, the figure included. */
const NEAR = 4;

/** A figure of the question itself does not count. `rest` begins with `word`. */
function hasFigureBefore(
  isIt: (word: string, rest: string) => boolean,
  { question, sentence }: { question: string; sentence: string },
): boolean {
  const own = figuresIn(question);
  const words = sentence.toLowerCase().split(' ');
  return words.some((word, at) => {
    const before = words.slice(Math.max(0, at - NEAR), at).join(' ');
    // In "two eggs a day", the figure is not that of the days.
    const [near = ''] = before.split(/\b(?:an?|the|per|each)\b/).slice(-1);
    return !figuresIn(near).isSubsetOf(own) && isIt(word, words.slice(at).join(' '));
  });
}

function beginsTo(leads: RegExp): IsAnswered {
  return (question, sentence) => {
    const before = sentence.slice(0, Math.max(0, sentence.search(leads))).toLowerCase();
    return tellingWords(question.toLowerCase().replace(/\bwhy\b/, '')).isSubsetOf(
      tellingWords(before),
    );
  };
}

function dated(question: string, sentence: string): boolean {
  const years = [...figuresIn(sentence).difference(figuresIn(question))].map(Number);
  return years.some((year) => year > 1000 && year < 2100) || POINT_IN_TIME.test(sentence);
}

const isNew = (question: string) => (name: string) =>
  !question.toLowerCase().includes(name.toLowerCase());

function placed(question: string, sentence: string): boolean {
  const places = sentence.matchAll(/\b(?:in|at|off|near) (?:the )?(\p{Lu}[\p{L}'’-]+)/gu);
  return [...places]
    .map(([, name = '']) => name)
    .some((name) => !POINT_IN_TIME.test(name) && isNew(question)(name));
}

function named(question: string, sentence: string): boolean {
  return namesIn(sentence).some(isNew(question));
}
