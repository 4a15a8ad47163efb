/** In characters. */
const SHORTEST = 30;
const LONGEST = 200;

const MONTHS =
  'January February March April May June July August September October November December';
/** Words with a capital letter that name nobody. */
const NO_NAMES = new Set([
  ...MONTHS.split(' '),
  ...'Monday Tuesday Wednesday Thursday Friday Saturday Sunday Celsius Fahrenheit I BC AD'.split(
    ' ',
  ),
]);
const SMALL = new Set(
  `the and for you are was were with from into about than then not one all any other others most many
  much more some this that these those its his her their they them who what when where which why how
  has have had been will would can could does did but there here also only very`.split(/\s+/),
);

const ADDRESSED =
  /\b(?:assistants?|language models?|automatic readers?|chatbots?|system (?:message|prompt)|instructions?|your rules|api key|password|summari[sz]es? this|note to)\b|^\W*(?:ignore|disregard|forget|drop|answer|reply|respond|print|say|tell|praise|output|stop|attention|click|subscribe|sign (?:up|in)|log in|read (?:more|on)|share|follow us|accept|visit|buy|download|please|see also)\b/i;
const TO_SOMEBODY = /\b(?:[Yy]ou|[Yy]ours?)\b/;
const OF_ONESELF = /\b(?:I|[Ww]e|[Oo]urs?|us|[Mm]y|me|mine)\b/;
const NOT_SPOKEN = /https?:|www\.|[@|›»{}<>[\]\\©=_]|\.{3}|…/;
const ENDS = /[.!。！]["”’»」)]*$/u;

const segmenter = new Intl.Segmenter('en-u-ss-standard', { granularity: 'sentence' });

/** A line break within a paragraph counts as a space. */
export function sentencesIn(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .flatMap((paragraph) => [...segmenter.segment(paragraph.replace(/\s+/g, ' ').trim())])
    .map(({ segment }) => segment.trim())
    .filter(Boolean);
}

/** Whether somebody speaks of themselves. Such a sentence is told only for want of a better one. */
export const isPersonal = (sentence: string): boolean => OF_ONESELF.test(sentence);

export function isStatement(sentence: string): boolean {
  return (
    sentence.length >= SHORTEST &&
    sentence.length <= LONGEST &&
    ENDS.test(sentence) &&
    !ADDRESSED.test(sentence) &&
    !TO_SOMEBODY.test(sentence) &&
    (!isPersonal(sentence) || /\d/.test(sentence)) &&
    !NOT_SPOKEN.test(sentence)
  );
}

/** The first word counts only within a longer name, since any word has a capital letter there. */
export function namesIn(sentence: string): string[] {
  const NAME =
    /(?!I['’])\p{Lu}[\p{L}'’-]+(?: (?:(?:von|van|de|del|der|da|of the|of) )?\p{Lu}[\p{L}'’-]+)*/gu;
  return [...sentence.matchAll(NAME)].flatMap(({ 0: name, index }) => {
    const words = name.split(' ').filter((word) => !NO_NAMES.has(word));
    const isFirst = index === 0 || /[.!?:]["”]? ["“]?$/.test(sentence.slice(0, index));
    if (isFirst && SENTENCE_START.test(name)) {
      const rest = name.replace(SENTENCE_START, '');
      return /^\p{Lu}/u.test(rest) && !NO_NAMES.has(rest) ? [rest] : [];
    }
    if (!words.length || words.join(' ') !== name) return words;
    return isFirst && words.length === 1 ? [] : [name];
  });
}
const SENTENCE_START =
  /^(?:The|An?|In|On|At|By|Of|From|To|For|As|If|When|While|Since|Until|After|Before|It|Its|He|She|They|His|Her|Their|This|That|These|Those|There|And|But|So|Only|Some|Most|Each|Every|No|Not|Near|Under|Over|With) /;

/** "keeps" and "keeping" have one stem. */
export function stemsOf(text: string): Set<string> {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/\p{L}{3,}/gu) ?? [];
  return new Set(
    words
      .filter((word) => !SMALL.has(word))
      .map((word) => word.replace(/(?:ing|ed|es|s)$/, '').slice(0, 7)),
  );
}
