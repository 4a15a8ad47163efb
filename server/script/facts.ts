import type { ScriptLine } from '#shared/script.ts';
import { guarded } from '../guarded.ts';
import type { Reader } from './askFor.ts';
import { cleanText } from './cleanText.ts';
import { checkQuestion, factReplies, factsQuestion, MOST_FACTS } from './factPrompts.ts';
import { systemPrompt } from './prompts.ts';
import { read, short } from './readings.ts';
import { leakOf, sentencesOf } from './repetition.ts';
import type { CheckedLine, Objection, ScriptSpec, SourceText, StatedFact } from './script.ts';
import { tagsOf } from './tags.ts';

/** Characters of a fact: one sentence. */
const LONGEST_FACT = 300;

/** What a source says on the subject, at most `MOST_FACTS` facts. */
export async function findFacts(
  reader: Reader,
  spec: ScriptSpec,
  source: SourceText,
): Promise<StatedFact[]> {
  const { facts } = await read(reader, factsQuestion(spec, source), factReplies.statedFacts);
  return facts
    .map(({ says, quote, disputed }) => ({
      text: short(says, LONGEST_FACT),
      quote,
      strength: disputed ? ('disputed' as const) : ('says' as const),
    }))
    .filter(({ text, quote }) => text && quote)
    .slice(0, MOST_FACTS);
}

/** The lines that the model objects to, each once, with a rewrite that can be spoken as it is. */
export async function checkLines(
  reader: Reader,
  spec: ScriptSpec,
  { before, lines, strict }: { before: ScriptLine[]; lines: CheckedLine[]; strict: boolean },
): Promise<Objection[]> {
  const said = before.map(({ speaker, text }) => `${speaker}: ${text}`);
  const question = checkQuestion({ before: said, lines, strict });
  const { unsupported } = await read(reader, question, factReplies.objections);
  return lines.flatMap((_, line) => {
    const found = unsupported.find((one) => one.line === line);
    return found ? [{ line, why: short(found.why), rewrite: speakable(found.rewrite, spec) }] : [];
  });
}

/** A rewrite as it can be spoken; null for one that is empty or quotes the instructions. */
export function speakable(rewrite: string, spec: ScriptSpec): string | null {
  function cleaned(): string | null {
    const hosts = { A: spec.hostA, B: spec.hostB };
    const text = cleanText(tagsOf(rewrite).text, hosts).join(' ');
    return text && !sentencesOf(text).some(leakOf(systemPrompt(spec))) ? text : null;
  }
  return guarded('a rewrite', rewrite, cleaned, rewrite || null);
}
