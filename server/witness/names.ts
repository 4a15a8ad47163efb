import { folded } from './lexicon.ts';
import { type Token, tokenAt } from './tokens.ts';
import { unitOf } from './units.ts';

const setOf = (words: string) => new Set(words.split(' '));
/** They stand before a name and say nothing that has to be shown; their full stop ends no sentence. */
const TITLES = setOf(
  'mr mrs ms miss dr prof professor sir dame lady lord saint st mount mt lake river king queen prince princess president emperor empress pope captain general colonel reverend rev bishop doctor jr sr united',
);
/** They have a capital in every language and name nobody. */
const NO_NAMES = setOf('i tv ok okay ai am pm ad bc bce ce cd dvd pc id ceo vip ufo gps faq phd');
/** What a capital behind it may owe to its place. */
const START = /^[.!?:…—–“”„«»‘’"'([\]*-]$/;

/** Whether a token is (part of) a name: a capital where no sentence and no speech begins, or "B-52". */
export function isName(tokens: Token[], at: number): boolean {
  const { text, word, values } = tokenAt(tokens, at);
  const isOther = values || NO_NAMES.has(word) || /^(?:month|mon|weekday)?\d+(?:th|s)?$/.test(word);
  if (isOther || !/\p{Lu}/u.test(text) || /^I['’]|^\p{L}$/u.test(text)) return false;
  if (/\d/.test(text) || !/^\p{Lu}/u.test(text)) return /\d/.test(text);
  if (unitOf(`${word} `, false)) return false;
  return !isFirst(tokens, at) || /\p{Lu}.*\p{Lu}/u.test(text);
}

function isFirst(tokens: Token[], at: number): boolean {
  const [before, last] = [tokenAt(tokens, at - 1), tokenAt(tokens, at - 2)];
  if (at === 0 || (START.test(before.text) && before.text !== '.')) return true;
  return before.text === '.' && !TITLES.has(last.word) && !/^\p{Lu}$/u.test(last.text);
}

/** Peoples that are not called like their countries, and countries with two names. */
const NATIONS = new Map(
  `netherlands dutch holland;france french;denmark danish dane;poland polish pole;switzerland swiss;spain spanish spaniard
greece greek;britain british briton uk kingdom;england english;america american usa states;ireland irish;wales welsh
scotland scottish scot;norway norwegian;finland finnish finn;turkey turkish turk;rome roman;india indian;asia asian
cuba cuban;peru peruvian;venice venetian;portugal portuguese;sweden swedish swede;naples neapolitan;norman normandy`
    .split(/[;\n]/)
    .flatMap((line) => line.split(' ').map((word): [string, string[]] => [word, line.split(' ')])),
);
const ENDING = /(?:i?ans?|ese|ish|ics?|ists?|isms?|ites?|als?|ers?|ia|ium|land|[ye]?s|[aeoy])$/;

const LONGEST = 40;

/** What names of the same root share: "Victor" of "Victorian" and "Victoria", "german" of "Germany". */
function rootOf(word: string): string {
  const root = word.replace(ENDING, '');
  return root.length < 4 || root === word || word.length > LONGEST ? word : rootOf(root);
}
/** Without possessive and plural as well; "Frenchman" as "French". */
function formsOf(text: string): string[] {
  const bare = text.replace(/'s?$/, '').replace(/(?<=.{4})m[ae]n$/, '');
  return bare.length < 4
    ? [text, bare]
    : [text, bare, bare.replace(/s$/, ''), bare.replace(/es$/, '')];
}

/** The words of all texts, by which names are known. */
export function openNames() {
  const [words, roots] = [new Set<string>(), new Set<string>()];
  return {
    add(text: string) {
      for (const spelt of [text, text.normalize('NFC').replace(/[äöü]/gi, '$&e')].map(folded)) {
        for (const form of words.has(spelt) ? [] : formsOf(spelt)) words.add(form);
        roots.add(rootOf(spelt.replace(/'s?$/, '')));
      }
    },
    /** Whether a name is known itself, or what it is derived from or gave its name to. */
    has: (word: string) =>
      TITLES.has(word) ||
      formsOf(word).some((form) => {
        const isNation = NATIONS.get(form)?.some((other) => words.has(other));
        return isNation || words.has(form) || roots.has(rootOf(form));
      }),
  };
}
