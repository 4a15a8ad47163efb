import { z } from 'zod';
import type { faultSettings } from '../faults.ts';
import { chance } from './chance.ts';
import { isEnglish } from './english.ts';
import { figuresIn, hasStrangeMeasure, strangeFigures } from './figures.ts';
import { inventedClaim } from './inventions.ts';
import { withoutSpeaker } from './said.ts';
import { namesIn, sentencesIn, stemsOf } from './sentences.ts';

/*
 * Goes by words alone: whether a source has the line's figures, names and most telling words, and
 * whether the line adds a denial, a cause or a superlative.
 */

const text = z.string().catch('');
const number = z.number().int();
const fact = z.object({ fact: number, says: text, quote: text, paragraph: text, from: text });
const line = z.object({
  line: number,
  says: z.string(),
  basis: z.string().catch('none'),
  facts: z.array(number).catch([]),
  sum: text,
  marks: z.array(z.string()).catch([]),
});
const request = z.object({ facts: z.array(fact).catch([]), lines: z.array(line).catch([]) });
type Fact = z.infer<typeof fact>;
type Line = z.infer<typeof line>;

interface Judgment {
  line: number;
  finding: 'stands' | 'follows' | 'rounding' | 'idiom' | 'opinion' | 'wrong';
  facts: number[];
  words: string;
  say: string;
}

export type ReaderSettings = Pick<
  z.infer<typeof faultSettings>['openai'],
  'reader' | 'readerError'
>;

const NONE = { facts: [], words: '', say: '' };
const states = ({ basis }: Line) => basis === 'fact' || basis === 'inference';

/** A line that is not mentioned stands as it is. */
export function readLines(messages: object[], { reader, readerError }: ReaderSettings) {
  const { facts, lines } = request.parse(Object.assign({}, ...messages));
  const judge = (one: Line): Judgment | null => {
    const own = one.facts.flatMap((named) => facts.filter((each) => each.fact === named));
    if (reader === 'objects') return { line: one.line, finding: 'wrong', ...NONE };
    if (!states(one) && !one.marks.length) return null;
    if (reader === 'approves') return { ...standing(one, facts.slice(0, 1)), finding: 'stands' };
    if (reader === 'lies') return { ...wrong(one, []), say: inventedClaim(one.says) };
    const found = judged(one, own, facts);
    if (chance(`${one.says} reader`)() >= readerError) return found;
    return found.finding === 'wrong' ? standing(one, own) : wrong(one, own);
  };
  const judgments = lines.flatMap((one) => judge(one) ?? []);
  if (reader !== 'strange') return { judgments };
  const nowhere = [-1, lines.length + 900].map((at) => ({ ...judgments[0], line: at }));
  return { judgments: [...judgments.toReversed(), ...nowhere] };
}

function judged(one: Line, own: Fact[], all: Fact[]): Judgment {
  if (!states(one)) {
    return { line: one.line, finding: one.basis === 'none' ? 'idiom' : 'opinion', ...NONE };
  }
  const around = own.flatMap((each) =>
    sentencesIn(each.paragraph).map((quote) => [{ ...each, says: '', quote }]),
  );
  const carriers = [own, ...around, ...all.map((each) => [each])];
  const carried = carriers.find((some) => some.length && carry(some, one));
  return carried ? standing(one, carried) : wrong(one, own);
}

function standing({ line: at, says, basis, sum, marks }: Line, facts: Fact[]): Judgment {
  const isExact = figuresIn(withoutSpeaker(says)).isSubsetOf(figuresIn(textOf(facts)));
  const isSaid = isExact && basis === 'fact' && !sum && !marks.length;
  const reckoned = !isExact && !sum && marks.length ? 'rounding' : 'follows';
  return { line: at, finding: isSaid ? 'stands' : reckoned, ...wordsFor(says, facts), say: '' };
}

function wrong({ line: at, says }: Line, own: Fact[]): Judgment {
  const [first] = own.filter((each) => isEnglish(each.says));
  const carried = first ? { ...wordsFor(says, [first]), say: first.says } : NONE;
  return { line: at, finding: 'wrong', ...carried };
}

/** A receipt is long enough to be found in its source again, and no longer than is shown. */
const LEAST = { words: 3, characters: 12 };
const MOST = 200;

function wordsFor(says: string, facts: Fact[]): Pick<Judgment, 'facts' | 'words'> {
  const telling = tellingOf(says);
  const shared = (words: string) => tellingOf(words).intersection(telling).size;
  const [best] = facts
    .flatMap(({ fact: from, quote, paragraph }) =>
      [quote, paragraph].flatMap(sentencesIn).map((all) => ({ from, words: cut(all) })),
    )
    .filter(({ words }) => words.length >= LEAST.characters)
    .filter(({ words }) => words.split(' ').length >= LEAST.words)
    .toSorted((one, other) => shared(other.words) - shared(one.words));
  const named = facts.map((each) => each.fact);
  return { facts: [...new Set(best ? [best.from, ...named] : named)], words: best?.words ?? '' };
}

const tellingOf = (said: string) => stemsOf(said).union(figuresIn(said));
const cut = (sentence: string) =>
  sentence.length <= MOST ? sentence : sentence.slice(0, MOST + 1).replace(/\s+\S*$/, '');
const textOf = (facts: Fact[]) => facts.map(({ says, quote }) => `${says} ${quote}`).join(' ');

const LEAST_SHARE = 0.5;
/** These lead to a fact and say nothing themselves. */
const TALK = stemsOf(
  `get goes thing next listen says page found detail stayed something well then this here now
  mind believe really happens`,
);
/** Words that deny, explain or exaggerate; "believe it or not" and "no, really" deny nothing. */
const MORE =
  /(?<!\bor )\bnot\b|\b(?:never|nobody|nothing|\w+n't|because|which is why|first|most|best|ever|than any\w*|\p{L}{3,}est)\b|\bno\b(?!,)/giu;
const moreIn = (said: string) => new Set(said.toLowerCase().match(MORE));

function carry(facts: Fact[], { says, sum, marks }: Line): boolean {
  const said = withoutSpeaker(says);
  const source = textOf(facts);
  const known = [source, ...facts.map(({ from }) => from)].join(' ').toLowerCase();
  // If a sum is declared and nothing is marked, code has checked it.
  const isReckoned = sum && !marks.length;
  if (!isReckoned && strangeFigures(said, source).length) return false;
  if (hasStrangeMeasure(said, source)) return false;
  if (namesIn(said).some((name) => !known.includes(name.toLowerCase()))) return false;
  const telling = stemsOf(said).difference(TALK);
  const share = 1 - telling.difference(stemsOf(known)).size / Math.max(1, telling.size);
  return share >= LEAST_SHARE && moreIn(said).isSubsetOf(moreIn(source));
}
