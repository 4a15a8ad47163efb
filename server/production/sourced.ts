import type { Outline } from '#shared/script.ts';
import type { LineRow } from '../podcasts/lease.ts';
import { isSourced } from '../podcasts/sources.ts';
import type { Fact, ScriptSpec } from '../script/script.ts';

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

/** From which share of the lines on each is said. */
const SHARES: [least: number, words: string][] = [
  [0.9, 'nearly all'],
  [0.7, 'about three quarters'],
  [0.58, 'about two thirds'],
  [0.42, 'about half'],
  [0.29, 'about a third'],
  [0.2, 'about a quarter'],
  [0, 'a small part'],
];
const COUNTS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** How much of an episode rests on how many sources, in words that can be spoken; null for nothing. */
export function sourcedOf(
  lines: Pick<LineRow, 'basis' | 'facts'>[],
  facts: Fact[],
): { share: string; sources: string } | null {
  const sourceOf = new Map(facts.map(({ number, source }) => [number, source]));
  const sourced = lines.filter(isSourced);
  const sources = new Set(sourced.flatMap((line) => line.facts.map((fact) => sourceOf.get(fact))));
  if (!sourced.length) return null;
  const share = sourced.length / lines.length;
  return {
    share: SHARES.find(([least]) => share >= least)?.[1] ?? 'a small part',
    sources: COUNTS[sources.size - 1] ?? 'more than a dozen',
  };
}
