import { BREAKS, EMPTY, NAMES, VERBS } from './topic-words.ts';

/** A typed topic, taken apart as far as its grammar can be told. All phrases fit inside a sentence. */
export interface Topic {
  /** The whole: "why cats purr", "the history of the bicycle". */
  full: string;
  /** What it is about, short: "cats", "the bicycle". Several when it has to take turns. */
  things: string[];
  /** To be said in quotes; null when there is no word that an English voice could say. */
  word: string | null;
  /** A second thing in it: "the fall of Rome and its roads" has "its roads". */
  other: string | null;
  /** The listener's own question, as typed; null when it is none, or too long to be read out. */
  question: string | null;
  /** The question turned round to follow "who knows": "why cats purr"; null when that is not safe. */
  clause: string | null;
  /** Whether the first of `things` takes "are". */
  plural: boolean;
  keywords: string[];
}

const LEAD_IN =
  /^(?:(?:please|can you|could you|i want|i would like|i'd like|make|create|do|give me|let'?s|we should)\b[\s,]*)*(?:(?:to (?:hear|learn|know)|tell me|talk|explain|discuss|cover|a|an|the|short|long|nice|podcast|episode|show|conversation|deep dive|introduction|intro|discussion|everything|all you need to know)\b[\s,]*)*(?:about|on|into|to me)\b[\s:]*/i;
const ASPECT =
  /^(?:(?:the|a|an) )?(?:(?:long|short|brief|secret|strange|hidden) )?(?:history|science|art|future|psychology|philosophy|story|meaning|origins?|economics|basics|beauty|power|importance|rise|fall|invention|life|world|mystery|ethics|physics|nature|joy|state|case|role) of /i;
const WH = /^(?:why|how|when|where|what|who|which)\b/i;
const HELPER =
  /^(?:do|does|did|is|are|was|were|can|could|will|would|should|shall|may|might|must|has|have)(?:n't)?$|^(?:can't|won't)$/i;
const PRONOUN = /^(?:we|you|i|they|people|it|he|she)$/i;

/** Reads a topic of at most 500 characters in any script; always gives phrases that can be said. */
export function readTopic(typed: string): Topic {
  const plain = tidy(typed);
  const [first = ''] = plain.split(/(?<=[.?!])\s|[;\n]/);
  const asked = first.replace(/[\s.!?,:]+$/, '');
  const phrase = asked.replace(LEAD_IN, '') || asked;
  const keywords = contentWords(plain);
  const sayable = /\p{L}{2}|\d/u.test(asked) && latinShare(typed) > 0.5;
  if (!sayable || !contentWords(phrase).length) return unsayable(keywords);

  const isHowTo = /^how to\b/i.test(phrase);
  const isQuestion = !isHowTo && (WH.test(phrase) || HELPER.test(phrase.split(' ')[0] ?? ''));
  const parts = isQuestion ? readQuestion(phrase) : readPhrase(phrase);
  const thing = shorten(lowerFirst(parts.thing || (keywords[0] ?? phrase)), 5);
  const full = shorten(lowerFirst(parts.full), 14);
  return {
    full,
    things: namesFor(thing, full, isQuestion),
    word: thing,
    other: otherThing(phrase, thing),
    question:
      isQuestion && isTurnedRound(phrase) && phrase.length <= 160 ? `${upperFirst(phrase)}?` : null,
    clause: full.startsWith('the question of') || !(isQuestion || isHowTo) ? null : full,
    plural: isPlural(thing),
    keywords,
  };
}

/** "Why do cats purr" is a question; "why cats purr" is what one would like to know. */
function isTurnedRound(phrase: string): boolean {
  const [head = '', next = ''] = words(phrase);
  return HELPER.test(head) || HELPER.test(next) || /^(?:what|who|which)$/i.test(head);
}

/** Whatever is said often should not always be said in the same words. */
function namesFor(thing: string, full: string, isQuestion: boolean): string[] {
  if (words(thing).length > 3) return [thing, 'this subject', 'all this'];
  if (isQuestion) return [thing];
  return full !== thing && words(full).length <= 4 ? [thing, full, full] : [thing];
}

function unsayable(keywords: string[]): Topic {
  return {
    full: 'something that one of you sent in',
    things: ['this one', 'this subject', 'this one'],
    word: null,
    other: null,
    question: null,
    clause: null,
    plural: false,
    keywords,
  };
}

function tidy(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/https?:\/\/\S+|www\.\S+/gi, ' ')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d"*_`#<>[\]{}|\\]/g, ' ')
    .replace(/[\u2013\u2014]/g, ', ')
    .replace(/ ?& ?/g, ' and ')
    .replace(/[^\p{Script=Latin}\p{N}\s.,;:!?'&/()+%$-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function latinShare(typed: string): number {
  const letters = typed.match(/\p{L}/gu) ?? [];
  const latin = typed.match(/\p{Script=Latin}/gu) ?? [];
  return letters.length ? latin.length / letters.length : 1;
}

/** "how to bake bread" is about "baking bread", "the history of tea in Japan" about "tea". */
function readPhrase(phrase: string): { full: string; thing: string } {
  const [, verb, rest] = /^how to (\S+)\s*(.*)$/i.exec(phrase) ?? [];
  if (verb) {
    return { full: phrase, thing: `${gerund(verb)} ${rest ? firstPhrase(rest) : ''}`.trim() };
  }
  return { full: impersonal(phrase), thing: firstPhrase(impersonal(phrase).replace(ASPECT, '')) };
}

/** Turns a question round so that it can stand in a sentence, as far as that is safe. */
function readQuestion(phrase: string): { full: string; thing: string } {
  const [head = '', ...tail] = words(phrase);
  const asks = HELPER.test(head) ? 'whether' : head.toLowerCase();
  const [helper = '', ...rest] = HELPER.test(head) ? [head, ...tail] : tail;
  if (!HELPER.test(helper))
    return { full: `${asks} ${tail.join(' ')}`, thing: spokenOf(asks, tail) };
  const be = /^(?:is|are|was|were)/i.test(helper);
  if (!be && VERBS.has(rest[0]?.toLowerCase() ?? ''))
    return { full: phrase, thing: spokenOf(asks, rest) };
  if (PRONOUN.test(rest[0] ?? '')) return askedOfUs(asks, helper.toLowerCase(), rest);
  return askedOfThing(asks, helper.toLowerCase(), rest);
}

/** "what makes a good story", "how trees talk": already in the order of a statement. */
function spokenOf(asks: string, tail: string[]): string {
  const clause = /\b(?:if|when) (.+)$/i.exec(tail.join(' '))?.[1];
  const said = clause ? words(clause) : tail;
  if (!clause && /^(?:what|who|which)$/.test(asks)) return firstPhrase(said.slice(1).join(' '));
  const length = isOneThingDoing(said) ? 2 : subjectLength(said, false);
  return said.slice(0, length).join(' ');
}

/** "the sea glows at night": an article, a thing, and a verb that only looks like a plural. */
function isOneThingDoing([article = '', thing = '', verb = '', next]: string[]): boolean {
  const isSingular =
    /^(?:the|a|an|my|your|our|their|his|her)$/i.test(article) && !/s$/i.test(thing);
  return isSingular && /[^s]s$/i.test(verb) && (!next || BREAKS.has(next.toLowerCase()));
}

/** "why do we dream": about "dreaming". */
function askedOfUs(asks: string, helper: string, rest: string[]): { full: string; thing: string } {
  const [who = '', verb = '', ...object] = rest;
  if (/^(?:is|are|was|were)/.test(helper)) {
    const about = rest
      .slice(1)
      .join(' ')
      .replace(/^worth /i, '');
    const last = about.split(/ (?:in|of|on|about|at|for) /).at(-1) ?? about;
    return {
      full: `${asks} ${who} ${helper} ${rest.slice(1).join(' ')}`,
      thing: firstPhrase(last),
    };
  }
  const tail = object.length <= 3 ? object.join(' ') : firstPhrase(object.join(' '));
  const thing = `${gerund(verb)} ${tail}`.trim();
  if (helper === 'did') return { full: `the question of ${thing}`, thing };
  const full =
    helper === 'do'
      ? `${asks} ${rest.join(' ')}`
      : `${asks} ${who} ${helper} ${verb} ${object.join(' ')}`;
  return { full, thing };
}

/** "why do cats purr", "what is love": about the subject of the sentence. */
function askedOfThing(
  asks: string,
  helper: string,
  rest: string[],
): { full: string; thing: string } {
  const be = /^(?:is|are|was|were)$/.test(helper);
  const all = rest.join(' ');
  if (be && /^(?:what|who)$/.test(asks)) {
    return { full: `${asks} ${all} ${helper}`, thing: firstPhrase(all.replace(ASPECT, '')) };
  }
  const cut = subjectLength(rest, be);
  const thing = rest.slice(0, cut).join(' ');
  const predicate = rest.slice(cut).join(' ');
  if (helper === 'do') return { full: `${asks} ${all}`, thing };
  if (helper === 'does' && predicate && !predicate.includes(' ')) {
    return { full: `${asks} ${thing} ${thirdPerson(predicate)}`, thing };
  }
  if (helper === 'should' && predicate) {
    const [verb = '', ...object] = words(predicate);
    return {
      full: `${asks} ${thing} ${helper} ${predicate}`,
      thing: `${gerund(verb)} ${firstPhrase(object.join(' '))}`.trim(),
    };
  }
  const cannotTurn = !predicate || helper === 'did' || helper === 'does';
  return {
    full: cannotTurn ? `the question of ${thing}` : `${asks} ${thing} ${helper} ${predicate}`,
    thing,
  };
}

/** How many words the subject of a question has, judging by what usually follows one. */
function subjectLength(rest: string[], be: boolean): number {
  const determined = /^(?:the|a|an|my|your|our|their|his|her|some)$/i.test(rest[0] ?? '');
  const verb = rest.findIndex((word, index) => index > 0 && VERBS.has(word.toLowerCase()));
  if (verb > (determined ? 1 : 0)) return verb;
  if (be && rest.length <= 2 && !determined) return 1;
  if (be) {
    const turn = rest.findIndex(
      (word, i) =>
        i > 0 &&
        /^(?:so|too|always|never|not|such|still|the|a|an|in|on|from|worth|better)$/i.test(word),
    );
    if (turn > 0) return turn;
    return determined ? Math.min(rest.length, Math.max(2, rest.length - 1)) : rest.length - 1 || 1;
  }
  const plural = rest.findIndex((word) => /[^s]s$/i.test(word));
  if (plural >= 0 && plural < 4) return plural + 1;
  return determined ? 2 : 1;
}

function firstPhrase(text: string): string {
  const all = words(text.replace(/[,;:(].*$/, ''));
  const start = all.findIndex((word) => !EMPTY.has(word.toLowerCase()));
  if (start < 0) return '';
  const article = /^(?:the|a|an)$/i.test(all[start - 1] ?? '') ? start - 1 : start;
  const end = all.findIndex((word, index) => index > start && BREAKS.has(word.toLowerCase()));
  return all
    .slice(article, end < 0 ? all.length : end)
    .slice(0, 5)
    .join(' ');
}

function otherThing(phrase: string, thing: string): string | null {
  const after = / (?:and|or|vs\.?|versus|with|in|from) (.+)$/i.exec(phrase)?.[1] ?? '';
  const clause = WH.test(after) ? (/ (?:about|of|in|on) ([^,]+)$/i.exec(after)?.[1] ?? '') : after;
  const other = firstPhrase(impersonal(clause));
  const known = new Set(words(thing.toLowerCase()));
  const isNew = words(other).some(
    (word) => !known.has(word.toLowerCase()) && !EMPTY.has(word.toLowerCase()),
  );
  return isNew && words(other).length <= 4 && !VERBS.has(other.toLowerCase()) ? other : null;
}

/** The hosts do not share the listener's grandmother. */
function impersonal(phrase: string): string {
  return phrase.replace(/\bmy\b/gi, 'a').replace(/\b(?:our|your)\b/gi, 'the');
}

function contentWords(text: string): string[] {
  const all = text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
  return [...new Set(all.filter((word) => !EMPTY.has(word) && word.length > 1))];
}

function words(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

function shorten(text: string, most: number): string {
  const kept = words(text).slice(0, most);
  const isCut = kept.length < words(text).length;
  while (isCut && kept.length > 1 && EMPTY.has(kept.at(-1)?.toLowerCase() ?? '')) kept.pop();
  return kept
    .join(' ')
    .slice(0, most * 12)
    .replace(/[\s,.:;]+$/, '');
}

function lowerFirst(text: string): string {
  const [first = '', second = ''] = words(text);
  const isName = NAMES.has(first.toLowerCase().replace(/'s$/, ''));
  const isTitle = /^\p{Lu}/u.test(second) && !EMPTY.has(first.toLowerCase());
  if (isName || isTitle || /^.+[\p{Lu}\p{N}]/u.test(first)) return text;
  return text.charAt(0).toLowerCase() + text.slice(1);
}

export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function isPlural(thing: string): boolean {
  const last = words(thing).at(-1)?.toLowerCase() ?? '';
  if (/^(?:people|children|men|women|mice|geese|feet|teeth)$/.test(last)) return true;
  if (/ing$/.test(words(thing)[0] ?? '')) return false;
  return /[^siu]s$/.test(last) && !/(?:ics|news|chess|lens|mars|texas|paris|olympus)$/.test(last);
}

function gerund(verb: string): string {
  const stem = verb.toLowerCase();
  if (/ie$/.test(stem)) return `${stem.slice(0, -2)}ying`;
  if (/[^eoy]e$/.test(stem)) return `${stem.slice(0, -1)}ing`;
  if (/^[^aeiou]*[aeiou][bdgklmnprt]$/.test(stem)) return `${stem}${stem.at(-1)}ing`;
  return `${stem}ing`;
}

function thirdPerson(verb: string): string {
  if (/(?:s|x|z|ch|sh|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}
