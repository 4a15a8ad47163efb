const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
export const SCALES: [value: number, name: string][] = [
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
  [1e3, 'thousand'],
];
const ODD_ORDINALS: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

/** What each word below one hundred stands for, as a cardinal. */
export const VALUES = new Map([
  ...SMALL.map((word, value): [string, number] => [word, value]),
  ...TENS.slice(2).map((word, at): [string, number] => [word, (at + 2) * 10]),
]);

/** "1,490" as "one thousand four hundred and ninety"; past 999 trillion digit by digit. */
export function cardinal(digits: string): string {
  const [whole = '', decimals] = digits.replaceAll(',', '').split('.');
  const words = whole.length > 15 ? digitByDigit(whole) : wholeWords(Number(whole));
  return decimals ? `${words} point ${digitByDigit(decimals)}` : words;
}

/** "007" as "zero zero seven". */
export const digitByDigit = (digits: string): string =>
  [...digits].map((digit) => SMALL[Number(digit)]).join(' ');

function wholeWords(value: number): string {
  for (const [size, name] of SCALES) {
    if (value < size) continue;
    const rest = value % size;
    const head = `${wholeWords(Math.floor(value / size))} ${name}`;
    return rest ? `${head}${rest < 100 ? ' and' : ''} ${wholeWords(rest)}` : head;
  }
  if (value >= 100) {
    const head = `${SMALL[Math.floor(value / 100)]} hundred`;
    return value % 100 ? `${head} and ${wholeWords(value % 100)}` : head;
  }
  const small = SMALL[value];
  if (small) return small;
  const tens = TENS[Math.floor(value / 10)] ?? '';
  return value % 10 ? `${tens}-${SMALL[value % 10]}` : tens;
}

/** 21 as "twenty-first". */
export function ordinal(digits: string): string {
  return cardinal(digits).replace(/[a-z]+$/, ordinalOf);
}

/** The ordinal of one word: "twelve" as "twelfth". */
export function ordinalOf(word: string): string {
  return ODD_ORDINALS[word] ?? (word.endsWith('y') ? `${word.slice(0, -1)}ieth` : `${word}th`);
}

/** A year of four digits: "nineteen twenty-three", "nineteen oh five", "two thousand and one". */
export function yearWords(digits: string): string {
  const rest = Number(digits) % 100;
  if (/^(?:1000|200\d)$/.test(digits)) return cardinal(digits);
  const century = cardinal(digits.slice(0, 2));
  if (!rest) return `${century} hundred`;
  return `${century} ${rest < 10 ? 'oh ' : ''}${cardinal(String(rest))}`;
}

/** "1920" as "nineteen twenties", "80" as "eighties", "1800" as "eighteen hundreds". */
export function decadeWords(digits: string): string {
  const words = digits.length > 2 ? yearWords(digits) : cardinal(digits);
  return words.endsWith('y') ? `${words.slice(0, -1)}ies` : `${words}s`;
}
