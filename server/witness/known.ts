import { type Figure, figuresIn, isYear } from './figures.ts';
import { translated } from './lexicon.ts';
import { openNames } from './names.ts';
import { read } from './tokens.ts';
import { inBasic } from './units.ts';

const MOST_YEARS = 40;
const WORD = /\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)*/gu;

/** What the texts of an episode hold; `add` adds a text. */
export function openKnown() {
  const all = new Map<string, Set<number>>();
  const set = (kind: string, value: number) =>
    all.set(kind, (all.get(kind) ?? new Set()).add(value));
  const known = {
    names: openNames(),
    /** "5/14/1923", "5/0/1923", "5/14/0" for any year and "5/14/?" for one that is not said. */
    dates: new Set<string>(),
    /** This year: the latest date that is a text of its own. */
    today: 0,
    /** All words, with a space on both sides. */
    words: ' ',
    /**
     * Whether a value lies there: of a unit, "in" a kind of unit, a "percent" or "fraction", a "clock", a
     * "year", a "gap" of years in one text; any "number", a "bare" one, an "open" one that counts nothing.
     */
    has: (kind: string, low: number, high = low) =>
      [...(all.get(kind) ?? [])].some((value) => value >= low && value <= high),
  };
  const setFigure = ({ form, unit, values, token, after }: Figure) => {
    if (form === 'share') set(unit ? 'percent' : 'fraction', values[0] ?? 0);
    if (form === 'clock') set('clock', values[0] ?? 0);
    if (form === 'clock' || form === 'date') return;
    for (const value of form === 'span' ? values.slice(0, 1) : values) {
      if (form !== 'year') set('number', value);
      // "$3.5 billion, up from 1.9".
      if (token.scale > 1) set('bare', value / token.scale);
      for (const name of unit?.names ?? ['bare']) set(name, value);
      if (unit) set(`in ${unit.kind}`, inBasic(value, unit));
      else if (!/^\p{L}{5}/u.test(after)) set('open', value);
    }
  };
  const setDate = ([month = 0, year = 0, ...days]: number[]) => {
    for (const day of [...days, 0]) {
      set('bare', day);
      for (const one of [0, year || '?']) known.dates.add(`${month}/${day}/${one}`);
    }
  };
  const add = (text: string) => {
    const reading = read(translated(text));
    const figures = figuresIn(reading);
    const years = new Set(figures.flatMap(yearsOf));
    known.words += reading.text;
    for (const [word] of text.matchAll(WORD)) known.names.add(word);
    for (const token of reading.tokens) known.names.add(token.text);
    for (const figure of figures) {
      setFigure(figure);
      const { form, values, from, to } = figure;
      if (form === 'date') setDate(values);
      const isAll = form === 'date' && to - from === reading.tokens.length;
      if (isAll) known.today = Math.max(known.today, values[1] ?? 0);
    }
    for (const year of years) for (const kind of ['year', 'bare']) set(kind, year);
    const some = [...years].slice(0, MOST_YEARS);
    for (const one of some) for (const other of some) set('gap', Math.abs(one - other));
  };
  return { known, add };
}

export type Known = ReturnType<typeof openKnown>['known'];

/** The years that a figure may be. */
export function yearsOf({ form, values, unit, token }: Figure): number[] {
  const isBare = form === 'count' && !unit && !/\D/.test(token.word);
  const isPlain = isBare || form === 'date' || form === 'year';
  return isPlain ? values.filter(isYear) : [];
}
