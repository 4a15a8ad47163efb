/** "1,490" and "1490" are one. */
export function figuresIn(text: string): Set<string> {
  return new Set(plain(text).match(/\d+(?:\.\d+)?/g));
}

const plain = (text: string) => text.replace(/(?<=\d),(?=\d{3})/g, '');

/** How far a round figure may be from the exact one, as a share of it. */
const NEAR = 0.04;
/** Exact counts and percentages: no years, dates or ranges, and nothing that is "about" so many. */
const EXACT =
  /(?<!\b(?:[Aa]bout|[Ss]ome|[Aa]round|[Aa]lmost|[Nn]early|[Oo]ver|under|than|from|to|least|most|within|between|and|in|of|No\.) )(?<![\p{L}\d.,:/–-]|[$€£] ?)(?:\d{1,3}(?:,\d{3})+|[1-9]\d{2,}|\d\d(?= percent\b))(?= \p{Ll}{2,})(?! (?:to|and|or|BC|AD)\b)/u;
const YEAR = /^(?:1[1-9]|20)\d\d$/;

/** Rounds the first exact figure of a sentence; null if it has none that may be rounded. */
export function rounded(sentence: string): string | null {
  const [figure = ''] = EXACT.exec(sentence) ?? [];
  const value = Number(plain(figure));
  const step = value < 100 ? 10 : 10 ** (String(value).length - 2) * 5;
  const round = Math.round(value / step) * step;
  const isNone = round === value || round === 100 || !isNear(round, value);
  if (!figure || YEAR.test(figure) || isNone) return null;
  const hedge = value < 100 ? 'some' : 'about';
  return sentence.replace(EXACT, `${hedge} ${round.toLocaleString('en-GB')}`);
}

export function strangeFigures(line: string, quotes: string): string[] {
  const own = figuresIn(quotes);
  const round = [...line.matchAll(/\b(?:about|some) ([\d,.]*\d)/g)].map(([, it = '']) => plain(it));
  const isRound = (figure: string) =>
    round.includes(figure) && [...own].some((each) => isNear(Number(figure), Number(each)));
  return [...figuresIn(line)].filter((figure) => !own.has(figure) && !isRound(figure));
}

export function hasStrangeMeasure(line: string, quotes: string): boolean {
  const own = measuresIn(quotes);
  return measuresIn(line).some(({ figure, of }) => {
    const same = own.filter((each) => each.figure === figure);
    return same.length && !same.some((each) => each.of.startsWith(of) || of.startsWith(each.of));
  });
}

const measuresIn = (text: string) =>
  [...plain(text).matchAll(/(\d+(?:\.\d+)?)[ -](\p{L}+(?: \p{L}+)?)/gu)].map(
    ([, figure = '', of = '']) => ({ figure, of }),
  );

const isNear = (round: number, value: number) => Math.abs(round - value) <= NEAR * value;
