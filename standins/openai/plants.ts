import { PLANTS } from '../purchaseLog.ts';
import { pick, shuffled } from './chance.ts';
import { figuresIn } from './figures.ts';
import { inventedClaim, inventedOpinion } from './inventions.ts';
import { paraphrase } from './paraphrase.ts';
import { namesIn } from './sentences.ts';
import type { SourcedFact, Spec } from './spec.ts';
import { changedDate, changedMeaning, changedName, changedNumber, changedUnit } from './spoil.ts';

type Kind = (typeof PLANTS)[number];

/** A line that is wrong. */
export interface Plant {
  kind: Kind;
  text: string;
  /** Whether it stands alone instead of behind the words that lead to a fact. */
  isWhole: boolean;
  rests: { basis: 'fact' | 'opinion'; facts: number[] };
}

const KINDS: Record<Kind, (fact: SourcedFact, spec: Spec, seed: string) => Plant | null> = {
  number: (fact, _, seed) => spoilt('number', fact, changedNumber(paraphrase(fact.says), seed)),
  name: (fact, spec, seed) => spoilt('name', fact, changedName(fact, spec, seed)),
  date: (fact, _, seed) => spoilt('date', fact, changedDate(paraphrase(fact.says), seed)),
  unit: (fact) => spoilt('unit', fact, changedUnit(paraphrase(fact.says))),
  meaning: (fact) => spoilt('meaning', fact, changedMeaning(paraphrase(fact.says))),
  unfounded: (_, __, seed) => invented('unfounded', inventedClaim(seed), []),
  missing: (_, { facts }, seed) => {
    const most = Math.max(...facts.map(({ fact }) => fact));
    return invented('missing', inventedClaim(seed), [most + 7]);
  },
  opinion: (_, __, seed) => ({
    kind: 'opinion',
    text: inventedOpinion(seed),
    isWhole: true,
    rests: { basis: 'opinion', facts: [] },
  }),
  wrong: (fact, { facts }, seed) => {
    const other = pick(
      facts.filter((each) => each.fact !== fact.fact && !covers(each.quote, fact.says)),
      seed,
    );
    if (!other) return null;
    const rests = { basis: 'fact' as const, facts: [other.fact] };
    return { kind: 'wrong', text: paraphrase(fact.says), isWhole: false, rests };
  },
};

/** Something wrong in place of a fact, of a kind that its sentence allows. */
export function plantIn(fact: SourcedFact, spec: Spec, seed: string): Plant | null {
  for (const kind of shuffled(PLANTS, `${seed} kind`)) {
    const plant = KINDS[kind](fact, spec, seed);
    if (plant) return plant;
  }
  return null;
}

function spoilt(kind: Kind, { fact }: SourcedFact, text: string | null): Plant | null {
  return text === null
    ? null
    : { kind, text, isWhole: false, rests: { basis: 'fact', facts: [fact] } };
}

const invented = (kind: Kind, text: string, facts: number[]): Plant => ({
  kind,
  text,
  isWhole: true,
  rests: { basis: 'fact', facts },
});

/** Whether a quote holds all figures and names of a sentence. */
function covers(quote: string, says: string): boolean {
  return (
    figuresIn(says).isSubsetOf(figuresIn(quote)) &&
    namesIn(says).every((name) => quote.includes(name))
  );
}
