import type { ScriptLine } from '#shared/script.ts';
import { lineAcceptor } from '../../server/script/acceptLines.ts';
import { cleanText } from '../../server/script/cleanText.ts';
import { sentencesOf } from '../../server/script/repetition.ts';
import type { ModelAnswer } from './episode.ts';
import type { Exchange } from './exchange.ts';

/**
 * What the product's own cleaner and line acceptor leave of an answer, sentence by sentence. Lines that
 * were accepted and then found no time are not lost here.
 */
export function lossesOf({ place, hosts, instructions, said, lines }: Exchange): ModelAnswer {
  const context = { hosts, place };
  const accept = lineAcceptor(context, said.map(lineOf), instructions);
  const cleaned: string[] = [];
  const repeated: string[] = [];
  let count = 0;
  for (const [index, { speaker, text }] of lines.entries()) {
    const isEdge = index === 0;
    const sentences = sentencesOf(text);
    const lost = sentences.filter((one) => !cleanText(one, { ...context, isEdge }).length);
    count += sentences.length;
    cleaned.push(...lost);
    const accepted = accept({ speaker, text, isEdge }).map((line) => line.text);
    const left = sentencesOf(accepted.join(' ')).length;
    const offered = sentencesOf(cleanText(text, { ...context, isEdge }).join(' '));
    if (left < offered.length) repeated.push(...offered.slice(left));
  }
  return { place, lines, sentences: count, cleaned, repeated };
}

function lineOf(said: string): ScriptLine {
  return { speaker: said.startsWith('B') ? 'B' : 'A', text: said.replace(/^[AB]: /, '') };
}
