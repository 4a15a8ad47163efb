import type { Token } from './tokens.ts';

export type Language = 'en' | 'de' | 'es' | null;

const COMMON: [Exclude<Language, null>, Set<string>][] = [
  [
    'en',
    new Set(
      'the of and to was were is are that by from with for it its had has about at as on or be this which'.split(
        ' ',
      ),
    ),
  ],
  [
    'de',
    new Set(
      'der die das und ist war wurde wurden im den dem des ein eine mit auf von zu bei nach um etwa bis vom zum zur am als auch sich nicht seit unter aus pro je uber fur'.split(
        ' ',
      ),
    ),
  ],
  [
    'es',
    new Set(
      'el la los las de del y es en un una por que con se fue al su sus para entre unos unas tiene hasta desde mas cada sobre hay tras'.split(
        ' ',
      ),
    ),
  ],
];

/** The language of a source's words by its commonest ones, or null where none stands out. */
export function languageOf(tokens: Token[]): Language {
  const counts = COMMON.map(
    ([language, words]) => [language, tokens.filter(({ word }) => words.has(word)).length] as const,
  ).sort(([, one], [, other]) => other - one);
  const [first, second] = counts;
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : null;
}
