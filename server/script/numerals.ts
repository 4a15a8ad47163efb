const SMALL = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  ...['eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen'],
  'nineteen',
];
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const GROUPS = ['', 'thousand', 'million', 'billion', 'trillion'];
const ORDINALS: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

/** "1,234.5" as "one thousand two hundred and thirty-four point five". Past 15 digits, digit by digit. */
export function cardinal(value: string | number): string {
  const [whole = '0', decimals] = String(value).replaceAll(',', '').split('.');
  const said = whole.length > 15 ? digitWords(whole) : wholeWords(Number(whole));
  return decimals ? `${said} point ${digitWords(decimals)}` : said;
}

function wholeWords(value: number): string {
  if (value === 0) return 'zero';
  const parts: string[] = [];
  let rest = value;
  for (const group of GROUPS) {
    const three = rest % 1000;
    if (three) parts.unshift(`${underThousand(three)}${group && ` ${group}`}`);
    rest = Math.floor(rest / 1000);
    if (!rest) break;
  }
  // "one thousand and five", but "one thousand two hundred and five"
  const isSmallEnd = value > 1000 && value % 1000 > 0 && value % 1000 < 100;
  return isSmallEnd ? parts.join(' ').replace(/ (\S+)$/, ' and $1') : parts.join(' ');
}

function underThousand(value: number): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  if (!hundreds) return underHundred(rest);
  return `${SMALL[hundreds]} hundred${rest ? ` and ${underHundred(rest)}` : ''}`;
}

function underHundred(value: number): string {
  if (value < 20) return SMALL[value] ?? '';
  const one = value % 10;
  return `${TENS[Math.floor(value / 10)]}${one ? `-${SMALL[one]}` : ''}`;
}

/** "007" as "zero zero seven". */
export function digitWords(digits: string): string {
  return [...digits].map((digit) => SMALL[Number(digit)] ?? '').join(' ');
}

/** 21 as "twenty-first". */
export function ordinal(value: number): string {
  return cardinal(value).replace(/\w+$/, (last) => {
    return ORDINALS[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`);
  });
}

/** A year of four digits: "nineteen sixty-nine", "nineteen oh five", "two thousand and one". */
export function yearWords(digits: string): string {
  const year = Number(digits);
  const rest = year % 100;
  if (year >= 2000 && year < 2010) return cardinal(year);
  const century = underHundred(Math.floor(year / 100));
  if (rest === 0) return `${century} hundred`;
  return `${century} ${rest < 10 ? `oh ${SMALL[rest]}` : underHundred(rest)}`;
}

/** "1990" as "nineteen nineties", "1800" as "eighteen hundreds", "90" as "nineties". */
export function decadeWords(digits: string): string {
  if (digits === '2000') return 'two thousands';
  const said = digits.length === 4 ? yearWords(digits) : cardinal(digits);
  return said.endsWith('y') ? `${said.slice(0, -1)}ies` : `${said}s`;
}
