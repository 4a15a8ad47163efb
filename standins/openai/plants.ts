import { PLANTS } from '../purchaseLog.ts';
import { shuffled } from './chance.ts';
import { inventedCause, inventedClaim, inventedRank } from './inventions.ts';
import { paraphrase } from './paraphrase.ts';
import type { SourcedFact, Spec } from './spec.ts';
import {
  adding,
  changedDate,
  changedName,
  changedNumber,
  changedUnit,
  denied,
  movedNumber,
  otherSite,
  roundedTooFar,
} from './spoil.ts';

type Kind = (typeof PLANTS)[number];

export interface Plant {
  kind: Kind;
  text: string;
  /** Whether it stands alone instead of behind the words that lead to a fact. */
  isWhole: boolean;
  rests: { basis: 'fact'; facts: number[] };
}

/** Returns null where the sentence allows none of this kind. */
type Spoil = (said: string, by: { fact: SourcedFact; spec: Spec; seed: string }) => string | null;

const KINDS: Record<Kind, Spoil> = {
  number: (said, { seed }) => changedNumber(said, seed),
  name: (_, { fact, spec, seed }) => changedName(fact, spec, seed),
  date: (said, { seed }) => changedDate(said, seed),
  unit: changedUnit,
  rounding: (said, { seed }) => roundedTooFar(said, seed),
  moved: (said, { fact, spec, seed }) => movedNumber(said, spec.facts, `${seed} ${fact.fact}`),
  cause: (said, { seed }) => (/\bbecause\b/.test(said) ? null : adding(said, inventedCause(seed))),
  negation: denied,
  superlative: (said, { seed }) => adding(said, inventedRank(seed)),
  attribution: (said, { fact, spec, seed }) => {
    const site = otherSite(fact, spec.facts, seed);
    return site && adding(said, `, according to ${site}`);
  },
  unfounded: (_, { seed }) => inventedClaim(seed),
};

/** Kinds that few sentences allow are tried more often. */
const RARE: Kind[] = ['number', 'name', 'date', 'unit', 'rounding', 'moved', 'negation'];
const TRIED = [...RARE, ...RARE, ...RARE, ...PLANTS];

export function plantIn(fact: SourcedFact, spec: Spec, seed: string): Plant | null {
  for (const kind of shuffled(TRIED, `${seed} kind`)) {
    const text = KINDS[kind](paraphrase(fact.says), { fact, spec, seed });
    const isWhole = kind === 'unfounded';
    const rests = { basis: 'fact' as const, facts: isWhole ? [] : [fact.fact] };
    if (text !== null) return { kind, text, isWhole, rests };
  }
  return null;
}
