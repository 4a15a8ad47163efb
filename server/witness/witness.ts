import { type Figure, figuresIn } from './figures.ts';
import { type Known, openKnown, yearsOf } from './known.ts';
import { isName } from './names.ts';
import { faultOf, rangeOf } from './stands.ts';
import { resultOf } from './sums.ts';
import { read, type Token, tokenAt } from './tokens.ts';

/** A figure, date, unit or name of a line that stands nowhere in what was read. */
export interface Mark {
  kind: 'figure' | 'date' | 'unit' | 'name';
  /** As they stand in the line. */
  words: string;
}

interface Line {
  text: string;
  /** A step that the writer has declared, as "23.6-4.1" or "a third of 91"; '' for none. */
  sum?: string;
}

/**
 * The witness of one episode. `texts` are all that was read and may be said: in English, German or Spanish,
 * with today's date as a text of its own. Never throws; takes time in proportion to the texts.
 */
export function openWitness(texts: string[]) {
  const { known, add } = openKnown();
  const allowed = new Set<string>();
  for (const text of texts) add(text);
  const marksIn = (line: Line) => marksOf(line, known).filter(({ words }) => !allowed.has(words));
  return {
    /**
     * Adds words that need no source from now on: a line that stands with words of a source, or whose
     * figures the reader has called an idiom, a count or a rounding.
     */
    know(text: string) {
      for (const { words } of marksIn({ text })) allowed.add(words);
      add(text);
    },
    /** The particulars of a line that stand in nothing known. */
    marksIn,
  };
}

interface Place {
  kind: Mark['kind'] | null;
  from: number;
  to: number;
}

function marksOf({ text, sum = '' }: Line, known: Known): Mark[] {
  const line = read(text);
  const { tokens } = line;
  const figures = figuresIn(line);
  const result = resultOf(sum, known);
  const years = figures.flatMap(yearsOf);
  const faults = figures.map((figure): Place => {
    const isResult = result !== null && comesTo(figure, result);
    return { ...figure, kind: isResult ? null : faultOf(figure, years, known) };
  });
  return [...faults, ...namesIn(tokens, figures, known)].flatMap(({ kind, from, to }) => {
    const words = tokens.slice(from, to).map(({ word }) => word);
    if (!kind || known.words.includes(` ${words.join(' ')} `)) return [];
    return [{ kind, words: text.slice(tokenAt(tokens, from).at, tokenAt(tokens, to - 1).end) }];
  });
}

/** Whether a figure is what a sum comes to; a share may be declared as "30/91". */
function comesTo({ values: [value = 0], form, bound }: Figure, result: number): boolean {
  const [low, high] = form === 'share' ? rangeOf(value, 'about') : rangeOf(value, bound);
  return [result, form === 'share' ? result * 100 : result].some(
    (one) => one >= low && one <= high,
  );
}

/** The runs of name words of which one is not known. */
function namesIn(tokens: Token[], figures: Figure[], known: Known): Place[] {
  const runs: Place[] = [];
  const taken = new Set(
    figures.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, step) => from + step)),
  );
  for (const [at, { word }] of tokens.entries()) {
    if (taken.has(at) || !isName(tokens, at)) continue;
    const last = runs.at(-1);
    const run = last?.to === at ? last : { kind: null, from: at, to: at };
    if (run !== last) runs.push(run);
    run.to = at + 1;
    if (!known.names.has(word)) run.kind = 'name';
    // "Apollo 12" is one name where another Apollo is known by its number.
    const { text: number } = tokenAt(tokens, at + 1);
    if (!/^\d{1,3}$/.test(number) || known.words.includes(` ${word} ${number} `)) continue;
    if (known.words.search(` ${word} \\d{1,3} `) >= 0)
      Object.assign(run, { kind: 'name', to: at + 2 });
  }
  return runs;
}
