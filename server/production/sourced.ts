import type { Outline } from '#shared/script.ts';
import type { LineRow } from '../podcasts/lease.ts';
import type { ScriptSpec } from '../script/script.ts';

/** The facts that are meant for a section and not told yet, and those that are. */
export function factsFor(
  { spec, outline, written }: { spec: ScriptSpec; outline: Outline; written: LineRow[] },
  section: number,
): { use: number[]; used: number[] } {
  const all = (spec.facts ?? []).map(({ number }) => number);
  const told = new Set(written.flatMap(({ facts }) => facts));
  const isOpen = (number: number) => !told.has(number);
  const planned = (outline.sections[section]?.facts ?? []).filter(isOpen);
  // A section whose facts are all told, or that was given none, goes on with what is left.
  return { use: planned.length ? planned : all.filter(isOpen), used: [...told] };
}
