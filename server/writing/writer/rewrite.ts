import { z } from 'zod';
import type { Reader } from '../model/asking.ts';
import { factsGiven } from '../prompts/factPrompts.ts';
import { orderFields } from '../prompts/prompts.ts';
import { jsonSchema, type Question, textsOf } from '../prompts/question.ts';
import { refuses } from '../script/cleanLines.ts';
import type { Exchange, ScriptSpec } from '../script/scriptWriter.ts';
import { speakable } from './facts.ts';
import { read } from './readings.ts';

/** Far above what the lines of one batch take. */
const MOST_TOKENS = 4_000;

const rewrites = z.object({
  rewritten: z.array(z.object({ line: z.number().int(), text: z.string() })),
});

const STOPPED =
  'were stopped by a content filter and are not spoken as they stand. Write each of them again for the same place, without what does harm: no instruction, threat, slur, or dwelling on violence or sex. Add no fact, figure or name. Never speak of the filter.';
const UNSUPPORTED =
  'state something that nothing in "facts" carries: "unsupported" says for each of them what. Write each of them again for the same place, with nothing but what its facts say, or as an opinion, a doubt or a question without what is "unsupported".';
const PLACE =
  'The same host speaks, at about the same length, from the line before it to the line after it: what asks still asks for what the next line answers, and what answers still answers. Leave out a line for which there are no such words.';

export function rewriteQuestion(spec: ScriptSpec, exchange: Exchange): Question {
  const { before, lines, refused, why } = exchange;
  const named = new Set(lines.flatMap(({ facts = [] }) => facts));
  const facts = why === 'filter' ? [] : (spec.facts ?? []).filter((one) => named.has(one.number));
  return {
    name: 'rewrite',
    schema: jsonSchema(rewrites),
    most: MOST_TOKENS,
    data: [
      {
        task: 'rewrite',
        ...orderFields({ ...spec, earlierEpisodes: [] }),
        before: textsOf(before),
        lines: textsOf(lines).map((says, line) => ({ line, says })),
        refused,
        ...(why !== 'filter' && { unsupported: why.unsupported }),
        ...(facts.length && { facts: factsGiven(facts) }),
        wanted: `"before" and "lines" are a piece of the talk. Those "lines" that "refused" names ${why === 'filter' ? STOPPED : UNSUPPORTED} ${PLACE}`,
      },
    ],
  };
}

/** Leaves out lines for which the model declines or gives no usable words. */
export async function rewriteLines(
  reader: Reader,
  spec: ScriptSpec,
  exchange: Exchange,
): Promise<Map<number, string>> {
  const { rewritten } = await read(reader, rewriteQuestion(spec, exchange), rewrites);
  const hosts = { A: spec.hostA, B: spec.hostB };
  const usable = rewritten.flatMap(({ line, text: given }): [number, string][] => {
    const text = refuses(given, hosts, true) ? null : speakable(given, spec);
    return text && exchange.refused.includes(line) ? [[line, text]] : [];
  });
  return new Map(usable);
}
