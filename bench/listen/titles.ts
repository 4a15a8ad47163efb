import { cleanTitle } from '../../server/writing/script/cleanLines.ts';

const LONGEST = 120;
const FAULTS: [string, RegExp][] = [
  ['empty', /^[^\p{L}\p{N}]*$/u],
  ['an unfilled template', /[{}<>[\]]|\$\{|\b(?:undefined|null|NaN|TODO|TBD|your topic)\b/],
  ['"a" before a vowel', /\ba (?!one\b|once\b|eu|is\b|or\b|and\b|in\b)[aeio]\p{Ll}*/u],
  ['"an" before a consonant', /\b[Aa]n [bcdfgjklmnpqrstvwz]\p{Ll}+/u],
  ['a word twice', /\b(a|an|the|of|to|in|is|and|or|for|on|it|with) \1\b/i],
  ['an end in the middle', /(?:[,;:(]|\b(?:a|an|the|of|and|or|to|with))$/i],
  ['empty quotation marks', /["“]\s*["”]/],
];

/** A quotation is the buyer's own text, so only its edges and marks can be wrong. */
const FAULTS_OF_QUOTATION: [string, RegExp][] = [
  ['an empty quotation', /^[^\p{L}\p{N}]*$/u],
  ['a gap at a quotation mark', /^\s|\s$/],
  ['quotation marks in quotation marks', /"/],
  ['half a letter', /^\p{M}|[\ud800-\udbff](?:\.\.\.)?$|\ufffd/u],
];

/** Faults outside of the quoted topic, which has to be the topic as typed, or its beginning. */
export function titleFaults(title: string, topic: string): string[] {
  const [, quoted, rest = title] = /^"(.*)"( \(.*|)$/s.exec(title) ?? [];
  const namesOf = (faults: [string, RegExp][], text: string) =>
    faults.flatMap(([name, pattern]) => (pattern.test(text) ? [name] : []));
  return [
    ...namesOf(FAULTS, quoted ? rest : title),
    ...(quoted === undefined ? [] : namesOf(FAULTS_OF_QUOTATION, quoted)),
    ...(title.length > LONGEST ? ['too long'] : []),
    ...(quoted !== undefined && !isVerbatim(quoted, topic) ? ['not what was typed'] : []),
  ];
}

/** Titles are cleaned of emoji and markup, so the words of the cleaned topic are compared. */
function isVerbatim(quoted: string, topic: string): boolean {
  const lettersOf = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}#+*=^]+/gu, ' ').trim();
  const [said, typed] = [lettersOf(quoted), lettersOf(cleanTitle(topic))];
  return quoted.endsWith('...') ? typed.startsWith(said) : typed === said;
}
