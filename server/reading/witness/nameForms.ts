import { unitsIn } from './figuresIn.ts';
import type { Token } from './textTokens.ts';

const setOf = (words: string) => new Set(words.split(' '));
/** They stand before a name and need no source; their full stop ends no sentence. */
const TITLES = setOf(
  'mr mrs ms miss dr prof professor sir lady lord saint st mount mt lake river king queen prince princess president emperor pope captain general colonel reverend bishop doctor',
);
/** They have a capital in every language, but name nobody. */
const NO_NAMES = setOf('tv ok okay ai am pm ad bc bce ce cd dvd pc id ceo vip ufo gps faq phd');
/** A word behind one of these may have its capital only for its place. */
const START = /^[!?:…—–“”„«»‘’"'([\]*-]$/;

/** Whether a token belongs to a name: it has a capital where no sentence or speech begins. */
export function isName(tokens: Token[], at: number): boolean {
  const { text = '', word = '', values } = tokens[at] ?? {};
  if (!/^\p{Lu}.*\p{L}$/u.test(text) || values || /^I['’]/.test(text)) return false;
  if (TITLES.has(word) || NO_NAMES.has(word) || /\d/.test(word) || unitsIn([word]).length)
    return false;
  return !isFirst(tokens[at - 2], tokens[at - 1]) || /\p{Lu}.*\p{Lu}/u.test(text);
}

function isFirst(last: Token | undefined, before: Token | undefined): boolean {
  if (before?.text !== '.') return !before || START.test(before.text);
  return !TITLES.has(last?.word ?? '') && !/^\p{Lu}$/u.test(last?.text ?? '');
}

/** Peoples that are not named like their countries, and countries with several names. */
const NATIONS = new Map(
  `netherlands dutch holland;france french;denmark danish dane;poland polish pole;switzerland swiss;spain spanish spaniard
greece greek;britain british briton uk kingdom;england english;america american us usa states;ireland irish;wales welsh
scotland scottish scot;norway norwegian;finland finnish finn;turkey turkish turk;rome roman;asia asian;cuba cuban
peru peruvian;venice venetian;portugal portuguese;sweden swedish swede;naples neapolitan;norman normandy`
    .split(/[;\n]/)
    .flatMap((line) => line.split(' ').map((word): [string, string[]] => [word, line.split(' ')])),
);
const ENDING = /(?:i?ans?|ese|ish|ics?|ists?|isms?|ites?|als?|ers?|ia|ium|land|[ye]?s|[aeoy])$/;
const LONGEST = 40;

/** What related names share: "victor" of "victorian" and "victoria". */
function rootOf(word: string): string {
  const root = word.slice(0, LONGEST).replace(ENDING, '');
  return root.length < 4 || root === word ? word : rootOf(root);
}

/** All forms of a word from `folded`. Words that share a form are one name. */
export function formsOf(word: string): string[] {
  const bare = word.replace(/'s?$/, '');
  return [word, bare, rootOf(bare), ...(NATIONS.get(bare) ?? [])];
}
