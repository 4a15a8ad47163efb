import { figuresIn } from './figuresIn.ts';
import { tokensOf } from './textTokens.ts';

const MOST_LENGTH = 200;
const OPERATORS: Record<string, string> = {
  ...{ x: '*', '×': '*', of: '*', times: '*', '÷': '/', '–': '-', '−': '-' },
};
const RANKS: Record<string, number> = { '+': 1, '-': 1, '*': 2, '/': 2 };

/** The numbers of a step ("23.6-4.1", "a third of 91") and its result; null for no step. */
export function stepOf(sum: string): { operands: number[]; result: number } | null {
  if (!sum || sum.length > MOST_LENGTH) return null;
  const tokens = tokensOf(sum);
  const figures = figuresIn(tokens);
  const parts = tokens.flatMap(({ word }, at) => {
    const figure = figures.find(({ from, to }) => from <= at && at < to);
    if (!figure) return [OPERATORS[word] ?? word];
    const isPart =
      figure.form === 'share' && (!figure.units.length || tokens[figure.to]?.word === 'of');
    return figure.from === at ? [`${(figure.values[0] ?? 0) / (isPart ? 100 : 1)}`] : [];
  });
  const result = Math.abs(workedOut(parts));
  if (parts.length || !Number.isFinite(result)) return null;
  return { operands: figures.map(({ values }) => values[0] ?? 0), result };
}

/** Takes an operand from `parts`, and all behind it that binds at least as strongly as `rank`. */
function workedOut(parts: string[], rank = 1): number {
  const first = parts.shift();
  let value = first === '(' ? workedOut(parts) : Number(first ?? Number.NaN);
  if (first === '(' && parts.shift() !== ')') return Number.NaN;
  for (let next = RANKS[parts[0] ?? '']; next && next >= rank; next = RANKS[parts[0] ?? '']) {
    const operator = parts.shift();
    const other = workedOut(parts, next + 1);
    if (operator === '+') value += other;
    else if (operator === '-') value -= other;
    else if (operator === '*') value *= other;
    else value /= other;
  }
  return value;
}
