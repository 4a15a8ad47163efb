import type { Language } from './language.ts';
import { folded } from './tokens.ts';

const counted = (words: string, values: number[]) =>
  words.split(' ').map((word, index): [string, number] => [folded(word), values[index] ?? 0]);
const upTo = (last: number) => Array.from({ length: last + 1 }, (_, value) => value);
const TENS = [20, 30, 40, 50, 60, 70, 80, 90, 100, 1000];

const GERMAN = new Map([
  ...counted(
    'null eins zwei drei vier f\u00fcnf sechs sieben acht neun zehn elf zw\u00f6lf dreizehn vierzehn f\u00fcnfzehn sechzehn siebzehn achtzehn neunzehn',
    upTo(19),
  ),
  ...counted(
    'zwanzig drei\u00dfig vierzig f\u00fcnfzig sechzig siebzig achtzig neunzig hundert tausend',
    TENS,
  ),
  ...counted('zweimal dreimal viermal f\u00fcnfmal zehnmal', [2, 3, 4, 5, 10]),
  ...counted('zweihundert dreihundert vierhundert f\u00fcnfhundert', [200, 300, 400, 500]),
  ...counted(
    'anderthalb eineinhalb zweieinhalb dreieinhalb halb halbe halber',
    [1.5, 1.5, 2.5, 3.5, 0.5, 0.5, 0.5],
  ),
  ...counted('drittel viertel dreiviertel dutzend doppelt', [1 / 3, 1 / 4, 3 / 4, 12, 2]),
]);
const SPANISH = new Map([
  ...counted(
    'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince diecis\u00e9is diecisiete dieciocho diecinueve',
    upTo(19),
  ),
  ...counted('veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien mil', TENS),
  ...counted('medio media mitad tercio cuarto docena doble triple', [
    1 / 2,
    1 / 2,
    1 / 2,
    1 / 3,
    1 / 4,
    12,
    2,
    3,
  ]),
]);
/** As powers of ten. A German or Spanish billion is a million millions. */
const SCALES = {
  de: new Map([
    ['tausend', 3],
    ['million', 6],
    ['millionen', 6],
    ['mio', 6],
    ['milliarde', 9],
    ['milliarden', 9],
    ['mrd', 9],
    ['billionen', 12],
  ]),
  es: new Map([
    ['mil', 3],
    ['millon', 6],
    ['millones', 6],
    ['billones', 12],
  ]),
};

/** A German or Spanish number word's value. */
export function foreignValue(word: string, language: Language): number | undefined {
  if (language === 'de') return GERMAN.get(word) ?? germanCompound(word);
  return language === 'es' ? SPANISH.get(word) : undefined;
}

/** "F\u00fcnfundzwanzig". */
function germanCompound(word: string): number | undefined {
  const [ones = '', tens = '', more] = word.split('und');
  const one = ones === 'ein' ? 1 : GERMAN.get(ones);
  const ten = GERMAN.get(tens);
  const isSum = one && one < 10 && ten && ten >= 20 && ten < 100 && more === undefined;
  return isSum ? one + ten : undefined;
}

/** The power of ten by which a word multiplies the number before it. */
export function foreignScale(word: string, language: Language): number | undefined {
  return language === 'de' || language === 'es' ? SCALES[language].get(word) : undefined;
}
