import type { Outline } from '#shared/script.ts';
import type { LineRow } from '../../episodes/log/lease.ts';
import type { ScriptSpec } from '../../writing/script/scriptWriter.ts';

/** Whether there are facts, and all of them are told. */
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

/** Facts that a section is given, at most: more are not told in its time. */
const MOST = 15;

/** The facts that are meant for a section and not told yet, and those that are. */
export function factsFor(
  { spec, outline, written }: WrittenSoFar,
  section: number,
): { use: number[]; used: number[] } {
  const all = (spec.facts ?? []).map(({ number }) => number);
  const usedFacts = new Set(written.flatMap(({ facts }) => facts));
  const isOpen = (number: number) => !usedFacts.has(number);
  const planned = (outline.sections[section]?.facts ?? []).filter(isOpen);
  // A section whose facts are all told, or that was given none, goes on with what is left.
  const own = (planned.length ? planned : all.filter(isOpen)).slice(0, MOST);
  // Whoever tells one side of a dispute has the other at hand.
  const sides = (spec.facts ?? [])
    .filter(({ number }) => own.includes(number))
    .flatMap(({ against = [] }) => against);
  return { use: [...new Set([...own, ...sides])], used: [...usedFacts] };
}
