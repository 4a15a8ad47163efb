import { guarded } from '../../base/kit/guarded.ts';
import type { Reader } from '../model/asking.ts';
import { factReplies, factsQuestion, MOST_FACTS } from '../prompts/factPrompts.ts';
import { systemPrompt } from '../prompts/prompts.ts';
import { cleanText } from '../script/cleanLines.ts';
import { tagsOf } from '../script/deliveryTags.ts';
import { leakOf, sentencesOf } from '../script/repetition.ts';
import type { ReadPaper, ScriptSpec, SourceText } from '../script/scriptWriter.ts';
import { atWord, read } from './readings.ts';

/** Characters: one sentence. */
const LONGEST_FACT = 300;
const LONGEST_PAPER = 120;

export async function findFacts(
  reader: Reader,
  spec: ScriptSpec,
  source: SourceText,
): Promise<ReadPaper> {
  const { paper, facts } = await read(reader, factsQuestion(spec, source), factReplies.statedFacts);
  const stated = facts
    .map(({ says, quote, disputed }) => ({
      text: atWord(says, LONGEST_FACT),
      quote,
      strength: disputed ? ('disputed' as const) : ('says' as const),
      disputed: atWord(disputed, LONGEST_FACT),
    }))
    .filter(({ text, quote }) => text && quote)
    .slice(0, source.most ?? MOST_FACTS);
  return { paper: atWord(paper, LONGEST_PAPER), facts: stated };
}

/** Cleans a rewrite; null for one that is empty or quotes the instructions. */
export function speakable(rewrite: string, spec: ScriptSpec): string | null {
  function cleaned(): string | null {
    const hosts = { A: spec.hostA, B: spec.hostB };
    const text = cleanText(tagsOf(rewrite).text, hosts).join(' ');
    return text && !sentencesOf(text).some(leakOf(systemPrompt(spec))) ? text : null;
  }
  return guarded('a rewrite', rewrite, cleaned, rewrite || null);
}
