import { guarded } from '../../base/kit/guarded.ts';
import { log } from '../../base/kit/log.ts';
import type { ChunkRead, ReadFact } from '../../episodes/log/researchLog.ts';
import { findPassage } from '../../reading/web/quotes.ts';
import type {
  ScriptSpec,
  ScriptWriter,
  SourceText,
  StatedFact,
  UnfitFact,
} from '../../writing/script/scriptWriter.ts';
import { isOfOthers } from '../run/failureCause.ts';
import { strangeInFact } from './markLines.ts';

interface Held {
  /** Null if its quote is not in its source. */
  fact: ReadFact | null;
  why: string | null;
}

/**
 * Asks once more for facts that do not fit their place in the source. One that still says more
 * becomes its quote, in any language; one whose quote is not there is dropped.
 */
export async function holdFacts(
  run: { writer: Pick<ScriptWriter, 'findFacts'>; spec: ScriptSpec; within: AbortSignal },
  source: SourceText,
): Promise<ChunkRead> {
  const { writer, spec, within } = run;
  const { paper, facts: stated } = await writer.findFacts(spec, source, within);
  const held = stated.map((fact) => holdFact(fact, source, spec));
  const unfit = held.flatMap(({ why }, at) => {
    const fact = stated[at];
    return fact && why !== null ? [{ at, text: fact.text, quote: fact.quote, why }] : [];
  });
  const again = unfit.length ? await restated(unfit) : [];
  for (const [nth, { at }] of unfit.entries()) {
    const fact = again[nth];
    const better = fact && holdFact(fact, source, spec);
    if (better?.fact && (better.why === null || !held[at]?.fact)) held[at] = better;
  }
  const facts = held.flatMap(({ fact }) => fact ?? []);
  log.info(
    { source: source.title, stated: stated.length, again: unfit.length, kept: facts.length },
    'facts of a source',
  );
  return { paper, stated: stated.length, askedAgain: unfit.length, facts };

  /** Returns as many as were asked for, or none: nothing else tells which is which. */
  async function restated(unfit: (UnfitFact & { at: number })[]): Promise<StatedFact[]> {
    const asked = { ...source, again: unfit.map(({ at, ...fact }) => fact) };
    const given = await writer.findFacts(spec, asked, within).catch((error: unknown) => {
      // What was found so far stands, also when time is up.
      if (!isOfOthers(error) && !within.aborted) throw error;
      log.warn({ err: error, source: source.title }, 'facts were not mended');
      return null;
    });
    return given?.facts.length === unfit.length ? given.facts : [];
  }
}

function holdFact(stated: StatedFact, source: SourceText, spec: ScriptSpec): Held {
  const hold = (): Held => {
    const passage = findPassage(source.text, stated.quote);
    if (!passage) return { fact: null, why: 'the words of "quote" do not stand in the source so' };
    const fact = { ...stated, ...passage };
    const strange = strangeInFact(fact, source, spec);
    if (!strange.length) return { fact, why: null };
    const why = `neither "quote" nor the sentences around it have ${strange.join(', ')}`;
    return { fact: { ...fact, text: passage.quote }, why };
  };
  return guarded('a fact', stated.quote, hold, { fact: null, why: null });
}
