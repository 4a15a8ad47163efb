/** The words that English numbers are made of, with their values. */
const listed = (words: string, from: number, step = 1): [string, number][] =>
  words.split(' ').map((word, index) => [word, from + index * step]);

export const DIGITS = new Map(
  listed('zero one two three four five six seven eight nine', 0).concat([
    ['oh', 0],
    ['nought', 0],
  ]),
);
export const TEENS = new Map(
  listed('ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen', 10),
);
export const TENS = new Map(
  listed('twenty thirty forty fifty sixty seventy eighty ninety', 20, 10),
);
/** As powers of ten. */
export const SCALES = new Map([
  ['thousand', 3],
  ['million', 6],
  ['billion', 9],
  ['trillion', 12],
]);
/** "Tens of thousands" and the like: the least that they stand for. */
export const PLURALS = new Map([
  ['tens', 10],
  ['dozens', 12],
  ['hundreds', 100],
  ['thousands', 1e3],
  ['millions', 1e6],
  ['billions', 1e9],
  ['trillions', 1e12],
]);
export const DECADES = new Map(
  listed('twenties thirties forties fifties sixties seventies eighties nineties', 20, 10),
);

const SMALL_ORDINALS = listed(
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth',
  1,
);
const TENTH_ORDINALS = listed(
  'twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth',
  20,
  10,
);
export const ORDINALS = new Map([...SMALL_ORDINALS, ...TENTH_ORDINALS]);
/** Ordinals that multiply what stands before them. */
export const GREAT_ORDINALS = new Map([
  ['hundredth', 100],
  ['thousandth', 1e3],
  ['millionth', 1e6],
  ['billionth', 1e9],
]);
/** The parts of a whole, in the singular. */
export const PARTS = new Map([
  ['half', 2],
  ['quarter', 4],
  ...SMALL_ORDINALS.slice(2),
  ...TENTH_ORDINALS,
  ...GREAT_ORDINALS,
]);
/** In the plural after a count: "two thirds". */
export const PLURAL_PARTS = new Map([
  ['halves', 2],
  ...[...PARTS].map(([word, value]): [string, number] => [`${word}s`, value]),
]);

/** They multiply what stands around them. */
export const MULTIPLES = new Map([
  ['twice', 2],
  ['thrice', 3],
  ['double', 2],
  ['doubled', 2],
  ['doubles', 2],
  ['twofold', 2],
  ['triple', 3],
  ['tripled', 3],
  ['threefold', 3],
  ['quadrupled', 4],
  ['fourfold', 4],
  ['fivefold', 5],
  ['tenfold', 10],
  ['halved', 1 / 2],
]);

/** A number in words begins with one of these. */
export const BEGINNINGS = new Set([
  ...['a', 'an', 'half', 'hundred', 'dozen'],
  ...[DIGITS, TEENS, TENS, SCALES, PLURALS, DECADES, ORDINALS, GREAT_ORDINALS].flatMap((words) => [
    ...words.keys(),
  ]),
]);
