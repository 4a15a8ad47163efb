import { chance, pick, shuffled } from './chance.ts';
import { figuresIn } from './figures.ts';
import { inventedName } from './inventions.ts';
import { paraphrase } from './paraphrase.ts';
import { namesIn } from './sentences.ts';
import { siteOf } from './siteOf.ts';
import type { SourcedFact, Spec } from './spec.ts';

/* Each makes one thing wrong and leaves the rest; null where the sentence has none of its kind. */

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const YEAR = /(?<![\p{L}\d.,])(?:1[1-9]\d\d|20\d\d)(?![\p{L}\d]|[.,]\d)/u;
const AMOUNT = /(?<![\p{L}\d.,:/-])(?:\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)(?![\p{L}\d]|[.,:/-]\d)/gu;

/** A figure that is rounded too far is off by more than this share. */
const TOO_FAR = 0.1;

/** Leaves dates alone. */
export const changedNumber = (sentence: string, seed: string): string | null =>
  withNumber(sentence, seed, (text) => {
    const value = Number([...figuresIn(text)][0]);
    const decimals = text.split('.')[1]?.length ?? 0;
    return [2, 3, 1.5, 0.5, 4, 1.25].map((factor) =>
      Number((value * factor || 7).toFixed(decimals)).toLocaleString('en-GB'),
    );
  });

export const movedNumber = (sentence: string, facts: SourcedFact[], seed: string): string | null =>
  withNumber(sentence, seed, () =>
    shuffled(
      facts.flatMap(({ says }) => amountsIn(says).map(({ 0: text }) => text)),
      `${seed} moved`,
    ),
  );

export const roundedTooFar = (sentence: string, seed: string): string | null =>
  withNumber(sentence, seed, (text) => {
    const value = Number([...figuresIn(text)][0]);
    const step = 10 ** (Math.trunc(value).toString().length - 1);
    const round = Math.round(value / step) * step;
    return Math.abs(round - value) > TOO_FAR * value ? [round.toLocaleString('en-GB')] : [];
  });

function withNumber(sentence: string, seed: string, othersFor: (text: string) => string[]) {
  const chosen = pick(amountsIn(sentence), `${seed} number`);
  if (!chosen) return null;
  const own = figuresIn(sentence);
  const other = othersFor(chosen[0]).find((each) => figuresIn(each).isDisjointFrom(own));
  return other ? replaceAt(sentence, chosen.index, chosen[0], other) : null;
}

const amountsIn = (sentence: string) =>
  [...sentence.matchAll(AMOUNT)].filter(
    ({ 0: text, index }) => !YEAR.test(text) && !isInDate(sentence, index, text),
  );

const isInDate = (sentence: string, at: number, text: string) =>
  MONTHS.some(
    (month) =>
      sentence.slice(0, at).endsWith(`${month} `) ||
      sentence.slice(at + text.length).startsWith(` ${month}`),
  );

export function changedDate(sentence: string, seed: string): string | null {
  const next = chance(`${seed} date`);
  const year = YEAR.exec(sentence);
  const own = figuresIn(sentence);
  if (year && !/^ \p{Ll}+s\b/u.test(sentence.slice(year.index + 4))) {
    const away = 3 + Math.floor(next() * 30);
    const moved = String(Number(year[0]) + (Number(year[0]) + away > 2020 ? -away : away));
    return own.has(moved) ? null : replaceAt(sentence, year.index, year[0], moved);
  }
  const month = MONTHS.find((each) => each !== 'May' && sentence.includes(each));
  if (!month) return null;
  const at = (MONTHS.indexOf(month) + 2 + Math.floor(next() * 8)) % 12;
  const other = MONTHS[at === 4 ? 5 : at] ?? '';
  return sentence.includes(other) ? null : sentence.replace(month, other);
}

export function changedName(fact: SourcedFact, { facts, topic }: Spec, seed: string) {
  const said = paraphrase(fact.says);
  const [name] = shuffled(namesIn(said), `${seed} of`);
  if (!name) return null;
  const known = `${topic} ${facts.map(({ from }) => from).join(' ')} ${fact.quote}`.toLowerCase();
  const isNew = (other: string) =>
    !other.split(' ').some((word) => known.includes(word.toLowerCase()));
  const others = facts
    .filter((each) => each.fact !== fact.fact)
    .flatMap(({ says }) => namesIn(says));
  const [other = inventedName(seed)] = shuffled(others.filter(isNew), `${seed} by`);
  return said.replace(name, other);
}

const UNITS: [unit: RegExp, other: string][] = [
  [/degrees Celsius/, 'degrees Fahrenheit'],
  [/kilometres per hour/, 'metres per second'],
  [/kilometre(s?)/, 'mile$1'],
  [/centimetre(s?)/, 'millimetre$1'],
  [/millimetre(s?)/, 'centimetre$1'],
  [/nanometre(s?)/, 'micrometre$1'],
  [/metre(s?)/, 'yard$1'],
  [/milligram(s?)/, 'gram$1'],
  [/kilogram(s?)/, 'pound$1'],
  [/gram(s?)/, 'kilogram$1'],
  [/tonnes?/, 'kilograms'],
  [/litre(s?)/, 'gallon$1'],
  [/miles/, 'kilometres'],
  [/inches/, 'feet'],
  [/feet/, 'metres'],
  [/pounds/, 'kilograms'],
  [/euros/, 'dollars'],
  [/seconds/, 'minutes'],
  [/minutes/, 'hours'],
  [/hours/, 'days'],
  [/days/, 'weeks'],
  [/weeks/, 'months'],
  [/months/, 'years'],
  [/years/, 'months'],
];

export function changedUnit(sentence: string): string | null {
  for (const [unit, other] of UNITS) {
    const found = new RegExp(String.raw`(?<=\d[ -])${unit.source}\b`).exec(sentence);
    const written = found?.[0].replace(unit, other);
    if (found && written && !sentence.includes(written)) {
      return replaceAt(sentence, found.index, found[0], written);
    }
  }
  return null;
}

export function denied(sentence: string): string | null {
  const verb = /\b(?:is|are|was|were|could|will|would|does|do|did)\b/.exec(sentence);
  const isDenied = /\b(?:not|no|nor|never|nobody|nothing)\b|n't\b/i.test(sentence);
  return verb && !isDenied ? replaceAt(sentence, verb.index, verb[0], `${verb[0]} not`) : null;
}

export const adding = (sentence: string, more: string): string | null =>
  sentence.endsWith('.') ? `${sentence.slice(0, -1)}${more}.` : null;

export function otherSite(fact: SourcedFact, facts: SourcedFact[], seed: string): string | null {
  const sites = facts
    .flatMap((each) => siteOf(each) ?? [])
    .filter((one) => !fact.from.includes(one));
  return pick(sites, `${seed} site`) ?? null;
}

const replaceAt = (text: string, at: number, from: string, to: string) =>
  text.slice(0, at) + to + text.slice(at + from.length);
