import type { Language } from './language.ts';

/**
 * The values that digits with separators may have: "10,000", "10.000" and "10\u00a0000" are ten thousand,
 * "3.5" and "3,5" three and a half. Where the language does not say whether "3.142" has thousands or
 * decimals, it is both.
 */
export function valuesOf(literal: string, language: Language): number[] {
  const groups = literal.split(/\D/);
  const signs = literal.replace(/\d/g, '');
  const first = signs.charAt(0);
  if (!first) return [Number(literal)];
  const isSame = [...signs].every((sign) => sign === first);
  if (!isSame) return mixed(literal, signs);
  const isThousands = areThousands(groups);
  if (isThousands && !/[.,]/.test(first)) return [Number(groups.join(''))];
  if (groups.length > 2) return isThousands ? [Number(groups.join(''))] : groups.map(Number);
  const decimal = Number(groups.join('.'));
  if (!isThousands) return isList(first, language) ? groups.map(Number) : [decimal];
  const whole = Number(groups.join(''));
  const separator = language === 'en' ? ',' : '.';
  if (language) return [first === separator ? whole : decimal];
  return first === ',' || groups[1] === '000' ? [whole] : [whole, decimal];
}

const areThousands = ([first = '', ...rest]: string[]) =>
  /^[1-9]\d{0,2}$/.test(first) && rest.every((group) => group.length === 3);

/** In English "1,2" is no decimal. */
const isList = (sign: string, language: Language) => sign === ',' && language === 'en';

/** "1.234,5" or "1,234.5". */
function mixed(literal: string, signs: string): number[] {
  const last = literal.lastIndexOf(signs.at(-1) ?? '');
  const groups = literal.slice(0, last).split(/\D/);
  const rest = literal.slice(last + 1);
  if (!areThousands(groups)) return literal.split(/\D/).map(Number);
  return [Number(`${groups.join('')}.${rest}`)];
}

const ROMAN: Record<string, number> = { I: 1, V: 5, X: 10 };
const NUMERAL = /^X{0,3}(?:IX|IV|V?I{0,3})$/;

/** "XIV" as 14; 0 for what is no numeral. Nobody counts rulers, wars or centuries beyond 39. */
export function romanValue(text: string): number {
  if (!NUMERAL.test(text)) return 0;
  const values = [...text].map((letter) => ROMAN[letter] ?? 0);
  return values.reduce(
    (sum, value, at) => (value < (values[at + 1] ?? 0) ? sum - value : sum + value),
    0,
  );
}
