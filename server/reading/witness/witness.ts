import { type Figure, figuresIn } from './figuresIn.ts';
import { folded, translated } from './lexicon.ts';
import { formsOf, isName } from './nameForms.ts';
import { isBacked, isTalk, rangeOf } from './stands.ts';
import { stepOf } from './sums.ts';
import { type Token, tokensOf } from './textTokens.ts';

interface Line {
  text: string;
  sum?: string | null | undefined;
}

/**
 * `texts` are all that was read and may be said, in English, German or Spanish, with today's date
 * as one of them. Reads them when it is first asked, in linear time. Never throws.
 */
export function openWitness(texts: string[]) {
  const known = openKnown();
  const unread = [...texts];
  return {
    /** Adds words that need no source from now on. */
    know: (text: string) => void unread.push(text),
    /** The figures, dates, units and names of a line that stand in nothing known, as written. */
    marksIn(line: Line): string[] {
      while (unread.length) known.add(unread.shift() ?? '');
      return marksOf(line, known);
    },
  };
}

function openKnown() {
  const names = new Set<string>();
  const figures: Figure[] = [];
  return {
    hasName: (word: string) => formsOf(word).some((form) => names.has(form)),
    hasFigure: (figure: Figure) => figures.some((one) => isBacked(figure, one)),
    /** Whether a number stands in a text, whatever its unit or size. */
    hasValue: (value: number) =>
      figures.some(({ values }) => values.some((one) => isSize(one / value))),
    add(text: string) {
      const tokens = tokensOf(translated(text));
      figures.push(...figuresIn(tokens));
      for (const token of [...tokensOf(text), ...tokens])
        for (const form of formsOf(folded(token.text))) names.add(form);
    },
  };
}

/** A step may leave out the thousands or millions of all its numbers. */
const SIZES = [1, 1e3, 1e6, 1e9];
const isSize = (ratio: number) => SIZES.includes(Number(ratio.toPrecision(9)));
/** Everybody divides by these (weeks, days, hours, years, wholes), and no source states them. */
const DIVISIONS = new Set([7, 12, 24, 60, 100, 365, 1000]);

type Known = ReturnType<typeof openKnown>;
type Place = Pick<Figure, 'from' | 'to'>;

function marksOf({ text, sum }: Line, known: Known): string[] {
  const tokens = tokensOf(text);
  const figures = figuresIn(tokens);
  const step = stepOf(sum ?? '');
  const isSound = step?.operands.every((value) => DIVISIONS.has(value) || known.hasValue(value));
  const strange = figures.filter((figure) => {
    const stands = isTalk(figure) || known.hasFigure(figure);
    if (!step || !comesTo(figure, step.result)) return !stands;
    // A number without a unit stands by chance too easily to carry an unsound step.
    return !isSound && !(stands && figure.units.length);
  });
  return [...strange, ...namesIn(tokens, figures, known)].map(({ from, to }) => {
    const last = tokens[to - 1];
    return text.slice(tokens[from]?.at, last && last.at + last.text.length);
  });
}

function comesTo(figure: Figure, result: number): boolean {
  const [low, high] = rangeOf(figure);
  const results =
    figure.form === 'share' ? [result, result * 100] : SIZES.map((size) => result * size);
  return results.some((one) => one >= low && one <= high);
}

function namesIn(tokens: Token[], figures: Figure[], known: Known): Place[] {
  const runs: (Place & { isKnown: boolean })[] = [];
  for (const [at, { word }] of tokens.entries()) {
    if (!isName(tokens, at) || figures.some(({ from, to }) => from <= at && at < to)) continue;
    const last = runs.at(-1);
    const run = last?.to === at ? last : { from: at, to: at, isKnown: true };
    if (run !== last) runs.push(run);
    run.to = at + 1;
    run.isKnown &&= known.hasName(word);
  }
  return runs.filter(({ isKnown }) => !isKnown);
}
