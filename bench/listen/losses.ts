import type { ScriptLine } from '#shared/script.ts';
import { lineAcceptor } from '../../server/writing/script/acceptLines.ts';
import { sentencesOf } from '../../server/writing/script/repetition.ts';
import type { ModelAnswer } from './episode.ts';
import type { Exchange } from './exchange.ts';

/** Accepted lines that later found no time are not lost here; `repeated` ones are spoken. */
export function lossesOf({ place, hosts, instructions, said, lines }: Exchange): ModelAnswer {
  const accept = lineAcceptor(hosts, said.map(lineOf), instructions);
  const cleaned: string[] = [];
  const repeated: string[] = [];
  for (const { speaker, text } of lines) {
    const { lines: left, isRepeated } = accept({ speaker, text });
    if (!left.length) cleaned.push(text);
    if (isRepeated) repeated.push(text);
  }
  const sentences = lines.flatMap(({ text }) => sentencesOf(text)).length;
  return { place, lines, sentences, cleaned, repeated };
}

function lineOf(said: string): ScriptLine {
  return { speaker: said.startsWith('B') ? 'B' : 'A', text: said.replace(/^[AB]: /, '') };
}
