import { cardinal, ordinal } from './numerals.ts';

/** They are counted, and may be counted from one: "World War I". */
const COUNTED_FROM_ONE = 'World War|Part|Type|Phase|Act|Volume|Chapter|Mark|Stage';
/** They are counted as well; every other name before a numeral is a ruler's. */
const COUNTED =
  'Book|Article|Title|Section|Class|Level|Grade|Scene|Canto|Episode|Appendix|Table|Figure|Tier|Category|Group|Series|Season|Round|Version|Symphony|Photosystem|Vatican|Apollo|Saturn|Titan|Rocky|Fantasy|Bowl|Games';
/** After these an X is a letter. */
const LETTERED =
  'Malcolm|Generation|Gen|Planet|Project|Brand|Factor|Player|Model|Mister|Professor|Product|Patient|Person|Madame|Syndrome|Fragile|Chromosome|Space';
/** They begin a sentence, and the "I" after them speaks. */
const NO_NAMES =
  'The|In|At|On|Of|For|To|And|But|Or|Nor|As|If|So|Then|Than|That|There|Here|Now|Am|Is|Was|Were|Can|Could|Did|Do|Does|Had|Has|Have|May|Might|Must|Shall|Should|Will|Would|How|What|When|Where|Which|While|Who|Why|Because|Though|Yet|Not|Neither|Perhaps|Maybe|Sometimes|Today|Yesterday|Tomorrow|Once|Since|Until|Before|After';
const TITLES = 'King|Queen|Emperor|Empress|Tsar|Czar|Pope|Sultan|Shah|Kaiser|Prince|Duke';
const NUMERAL = '(?!X(?![IVX]))X{1,3}(?:IX|IV|V?I{0,3})|IX|IV|V?I{2,3}|VI|V';
const NAME = String.raw`(?<!\p{L})(?!(?:${NO_NAMES}) )\p{Lu}[\p{Ll}-]+`;

const PARTS = [
  new RegExp(String.raw`\b(${COUNTED_FROM_ONE}) ([IVX]{1,5})\b(?!')`, 'g'),
  new RegExp(String.raw`\b(${COUNTED}) ([IVXLC]{2,7}|V)\b(?!')`, 'g'),
];
const RULERS = [
  new RegExp(String.raw`(${NAME}) (${NUMERAL})(?![\p{L}\d])(?! (?:drip|line|fluids)\b)`, 'gu'),
  new RegExp(String.raw`(?<!\p{L})(?!(?:${LETTERED}) )(${NAME}) (X)(?![\p{L}\d])`, 'gu'),
  // A bare "I" counts only where nobody could be speaking.
  new RegExp(String.raw`(\b(?:${TITLES}) ${NAME}) (I)\b(?!')`, 'gu'),
  new RegExp(String.raw`(${NAME}) (I)(?='s\b| of \p{Lu}| \p{Lu}\p{Ll})`, 'gu'),
  new RegExp(String.raw`((?<=\p{Ll} )${NAME}) (I)(?=[,.;:!?)])`, 'gu'),
];

/** "World War II" and "Henry VIII" in words. */
export function romanInWords(text: string): string {
  let said = text;
  for (const part of PARTS) {
    said = said.replace(part, (_, what: string, numeral: string) => {
      return `${what} ${capital(cardinal(romanValue(numeral)))}`;
    });
  }
  for (const ruler of RULERS) {
    said = said.replace(ruler, (whole: string, _, numeral: string) => {
      const name = whole.slice(0, whole.length - numeral.length);
      return `${name}the ${capital(ordinal(romanValue(numeral)))}`;
    });
  }
  return said;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const VALUES: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100 };

function romanValue(numeral: string): number {
  return [...numeral].reduce((sum, letter, at) => {
    const value = VALUES[letter] ?? 0;
    return value < (VALUES[numeral[at + 1] ?? ''] ?? 0) ? sum - value : sum + value;
  }, 0);
}
