import { z } from 'zod';
import { chance } from './chance.ts';
import { isEnglish } from './english.ts';
import { strangeFigures } from './figures.ts';
import { withoutSpeaker } from './said.ts';
import { namesIn, stemsOf } from './sentences.ts';

/*
 * A judge who goes by words alone: whether the figures, the names and most of the telling words of a
 * line stand in the quotes beside it. It knows nothing of who wrote the line, or how.
 */

const request = z.object({
  strict: z.boolean().catch(false),
  lines: z
    .array(
      z.object({
        line: z.number().int(),
        says: z.string(),
        basis: z.string().catch('fact'),
        facts: z
          .array(z.object({ quote: z.string().catch(''), from: z.string().catch('') }))
          .catch([]),
        fault: z.string().nullish().catch(null),
      }),
    )
    .catch([]),
});
type CheckedLine = z.infer<typeof request>['lines'][number];

/** The share of a line's telling words that has to stand in its quotes. */
const LEAST = { usual: 0.5, strict: 0.65 };
/** What leads to a fact says nothing itself. */
const TALK = stemsOf(
  `get goes thing next listen says page found detail stayed something well then this here now
  mind believe really happens`,
);
const DENIES = /\b(?:not|never|nobody|nothing|no)\b|n't\b/i;

interface CheckSettings {
  check: 'usual' | 'refuses' | 'nothing' | 'garbage' | 'stubborn';
  /** The share of lines of which the opposite is said. */
  checkError: number;
}

/** The lines that are not supported, each with one that is. */
export function checkLines(messages: object[], { check, checkError }: CheckSettings) {
  const { lines, strict } = request.parse(Object.assign({}, ...messages));
  const least = strict ? LEAST.strict : LEAST.usual;
  const judge = (line: CheckedLine): string | null => {
    if (line.fault) return line.fault;
    const why = doubtAbout(line, least);
    if (chance(`${line.says} check`)() >= checkError) return why;
    return why ? null : 'That is not what it says.';
  };
  return {
    unsupported: lines.flatMap((line) => {
      const why = check === 'nothing' ? null : judge(line);
      const rewrite = check === 'stubborn' ? withoutSpeaker(line.says) : fromQuote(line);
      return why ? [{ line: line.line, why, rewrite }] : [];
    }),
  };
}

/** Why a line is not supported; null if it is, or claims nothing. */
function doubtAbout({ says, basis, facts }: CheckedLine, least: number): string | null {
  if (basis !== 'fact' && basis !== 'inference') return null;
  const line = withoutSpeaker(says);
  const quotes = facts.map(({ quote }) => quote).join(' ');
  const known = `${quotes} ${facts.map(({ from }) => from).join(' ')}`.toLowerCase();
  if (!quotes) return 'It names no fact.';
  const [figure] = strangeFigures(line, quotes);
  if (figure) return `${figure} stands in none of its facts.`;
  const name = namesIn(line).find((each) => !known.includes(each.toLowerCase()));
  if (name) return `${name} stands in none of its facts.`;
  if (DENIES.test(line) && !DENIES.test(quotes)) return 'It denies what its facts say.';
  const telling = stemsOf(line).difference(TALK);
  const missing = telling.difference(stemsOf(known));
  const share = 1 - missing.size / Math.max(1, telling.size);
  return share < least ? 'Most of it stands in none of its facts.' : null;
}

/** What the first English quote says. */
const fromQuote = ({ facts }: CheckedLine): string =>
  facts.map(({ quote }) => quote).find(isEnglish) ?? '';
