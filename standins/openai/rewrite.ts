import { z } from 'zod';
import { isEnglish } from './english.ts';

const request = z.object({
  lines: z.array(z.object({ says: z.string() })).catch([]),
  refused: z.array(z.number().int()).catch([]),
  /** Given only for lines that state what no source says. */
  facts: z.array(z.object({ says: z.string() })).catch([]),
});

export function rewriteLines(messages: object[]) {
  const { lines, refused, facts } = request.parse(Object.assign({}, ...messages));
  const told = facts.map(({ says }) => says).filter(isEnglish);
  return {
    rewritten: refused.map((line) => ({
      line,
      text: lines[line]?.says.endsWith('?')
        ? 'And what would a careful person make of it?'
        : (told.shift() ?? 'That is a matter to be left to people who know it well.'),
    })),
  };
}
