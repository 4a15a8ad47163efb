import { unsupportedIn } from '../claims/claims.ts';
import { guarded } from '../guarded.ts';
import type { CheckedLine, Fact, ScriptSpec, StatedFact } from '../script/script.ts';

/*
 * What code decides alone of the claim check: figures, dates, units and names against the words of the
 * sources. Whether a cause or a comparison holds is left to the model's judgement.
 */

/** What a fact says beyond its quote; null for nothing. */
export function factFault(
  { text, quote }: Pick<StatedFact, 'text' | 'quote'>,
  { title, site }: { title: string; site: string | null },
  spec: ScriptSpec,
): string | null {
  return faultIn(text, [quote], [...knownOf(spec), title, site ?? '']);
}

/**
 * What is wrong with a line; null for nothing. A statement has to be supported by the facts it names.
 * Anything else may repeat the particulars of those named just before (`recent`), and an imagined case
 * may count what it likes. `allowed` are words that need no source.
 */
export function lineFault(
  line: Omit<CheckedLine, 'fault'> & { isKnown: boolean },
  { recent, allowed }: { recent: Fact[]; allowed: string[] },
  spec: ScriptSpec,
): string | null {
  const { text, basis, facts, isKnown } = line;
  if (!isKnown) return 'it names a fact that there is not';
  const isStatement = basis === 'fact' || basis === 'inference';
  if (isStatement && !facts.length) return 'it names no fact';
  const used = isStatement ? facts : [...facts, ...recent];
  const quotes = used.flatMap((fact) => [fact.quote, fact.text]);
  const known = [...knownOf(spec), ...allowed, ...used.map(({ from }) => from)];
  return faultIn(text, quotes, known, basis === 'imagined' ? ['date', 'name'] : undefined);
}

function faultIn(text: string, quotes: string[], known: string[], kinds?: string[]): string | null {
  const found = guarded('claims', text, () => unsupportedIn({ text, quotes, known }), []);
  const particulars = found.filter(({ kind }) => !kinds || kinds.includes(kind));
  if (!particulars.length) return null;
  return `${particulars.map(({ words }) => `"${words}"`).join(', ')} stands in none of its facts`;
}

/** Names and figures of the order itself. */
function knownOf({ topic, hostA, hostB, questions = [], date = '' }: ScriptSpec): string[] {
  return [topic, hostA, hostB, date, ...questions];
}
