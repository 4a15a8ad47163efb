import { ordinalOf, SCALES, VALUES } from './numberWords.ts';

const WORDS = new Map([
  ...VALUES,
  ...[...VALUES].map(([word, value]): [string, number] => [ordinalOf(word), value]),
  ...[...VALUES]
    .filter(([word]) => word.endsWith('y'))
    .map(([word, value]): [string, number] => [`${word.slice(0, -1)}ies`, value]),
]);
const LARGE = new Map(
  [...SCALES, [100, 'hundred'] as const].flatMap(([value, name]): [string, number][] => [
    [name, value],
    [`${name}s`, value],
    [`${name}th`, value],
  ]),
);

const TOKEN =
  /(\d[\d,]*(?:\.\d+|:\d\d(?!\d))?)(?: (thousand|million|billion|trillion)\b)?|\p{L}+|[^\s\p{L}\d-]/gu;

/**
 * The numbers of a text, in digits or in words, as digits: "nineteen twenty-three", "1923" and "the
 * 1,923rd" are all "1923".
 */
export function numbersIn(text: string): Set<string> {
  const found = new Set<string>();
  let words: string[] = [];
  const end = () => {
    for (const number of readWords(words)) found.add(number);
    words = [];
  };
  for (const [token, digits, scale] of text.toLowerCase().matchAll(TOKEN)) {
    if (digits) {
      end();
      // A time of day is spoken like a year.
      const value = Number(digits.replaceAll(/[,:]/g, ''));
      found.add(String(value * (LARGE.get(scale ?? '') ?? 1)));
    } else if (WORDS.has(token) || LARGE.has(token) || /^(?:oh|point)$/.test(token)) {
      words.push(token);
    } else if (token !== 'and' || !words.length) end();
    else words.push(token);
  }
  end();
  return found;
}

/** Number words in a row; "and" may join two numbers or the parts of one. */
function readWords(words: string[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length; ) {
    const { value, next } = readOne(words, at);
    if (value !== null) found.push(value);
    at = Math.max(next, at + 1);
  }
  return found;
}

function readOne(words: string[], start: number): { value: string | null; next: number } {
  const year = readYear(words, start);
  if (year) return year;
  let at = start;
  let total = 0;
  let group: number | null = null;
  for (;;) {
    const word = words[at] ?? '';
    const small = smallAt(words, at);
    const large = LARGE.get(word);
    if (small && (group === null || (group % 100 === 0 && group > 0))) {
      group = (group ?? 0) + small.value;
      at = small.next;
    } else if (large === 100 && group !== null && group < 100) {
      group *= 100;
      at += 1;
    } else if (large && large > 100 && group !== null) {
      total += group * large;
      group = null;
      at += 1;
    } else if (word === 'and' && isJoined(group, total) && smallAt(words, at + 1)) at += 1;
    else break;
  }
  if (group === null && !total) return { value: null, next: at };
  const whole = String(total + (group ?? 0));
  return words[at] === 'point' ? readDecimals(words, at + 1, whole) : { value: whole, next: at };
}

const isJoined = (group: number | null, total: number) =>
  (group !== null && group % 100 === 0 && group > 0) || (group === null && total > 0);

/** A number below one hundred. */
function smallAt(words: string[], at: number): { value: number; next: number } | null {
  const value = WORDS.get(words[at] ?? '');
  if (value === undefined) return null;
  const unit = WORDS.get(words[at + 1] ?? '');
  const isTens = value >= 20 && value % 10 === 0;
  return isTens && unit && unit < 10
    ? { value: value + unit, next: at + 2 }
    : { value, next: at + 1 };
}

/** "nineteen twenty-three", "nineteen oh five". */
function readYear(words: string[], at: number): { value: string; next: number } | null {
  const century = smallAt(words, at);
  if (!century || century.value < 10 || century.value > 20) return null;
  const isOh = words[century.next] === 'oh';
  const rest = smallAt(words, century.next + (isOh ? 1 : 0));
  if (!rest || (isOh ? rest.value > 9 : rest.value < 10)) return null;
  if (LARGE.has(words[rest.next] ?? '')) return null;
  return { value: String(century.value * 100 + rest.value), next: rest.next };
}

function readDecimals(words: string[], from: number, whole: string) {
  let at = from;
  let digits = '';
  for (;;) {
    const value = VALUES.get(words[at] ?? '');
    if (value === undefined || value > 9) break;
    digits += value;
    at += 1;
  }
  const value = Number(`${whole}.${digits || 0}`);
  const scale = LARGE.get(words[at] ?? '');
  return scale
    ? { value: String(value * scale), next: at + 1 }
    : { value: String(value), next: at };
}

/** Whether a word ends a number: "twenty", "hundred". */
export const isNumberWord = (word: string): boolean => WORDS.has(word) || LARGE.has(word);
