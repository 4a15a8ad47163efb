import type { Outline } from '#shared/script.ts';
import type { LineRow } from '../../episodes/log/lease.ts';
import type { ScriptSpec } from '../../writing/script/scriptWriter.ts';

/** False if there are no facts. */
export function hasUsedAllFacts({
  spec,
  written,
}: Pick<WrittenSoFar, 'spec' | 'written'>): boolean {
  const usedFacts = new Set(written.flatMap(({ facts }) => facts));
  const { facts = [] } = spec;
  return facts.length > 0 && facts.every(({ number }) => usedFacts.has(number));
}

interface WrittenSoFar {
  spec: ScriptSpec;
  outline: Outline;
  written: LineRow[];
}

/** Most facts that a section is given: it has no time for more. */
const MOST = 15;

export function factsFor(
  { spec, outline, written }: WrittenSoFar,
  section: number,
): { use: number[]; used: number[] } {
  const all = (spec.facts ?? []).map(({ number }) => number);
  const usedFacts = new Set(written.flatMap(({ facts }) => facts));
  const isOpen = (number: number) => !usedFacts.has(number);
  const planned = (outline.sections[section]?.facts ?? []).filter(isOpen);
  // A section that has told all its facts, or was given none, goes on with what is left.
  const own = (planned.length ? planned : all.filter(isOpen)).slice(0, MOST);
  // Both sides of a dispute are given together.
  const sides = (spec.facts ?? [])
    .filter(({ number }) => own.includes(number))
    .flatMap(({ against = [] }) => against);
  return { use: [...new Set([...own, ...sides])], used: [...usedFacts] };
}
