import { z } from 'zod';

const request = z.object({
  lines: z.array(z.object({ says: z.string() })).catch([]),
  refused: z.array(z.number().int()).catch([]),
});

/** Harmless words for each refused line, which ask where it asks. */
export function rewriteLines(messages: object[]) {
  const { lines, refused } = request.parse(Object.assign({}, ...messages));
  return {
    rewritten: refused.map((line) => ({
      line,
      text: lines[line]?.says.endsWith('?')
        ? 'And what would a careful person make of it?'
        : 'That is a matter to be left to people who know how to keep it safe.',
    })),
  };
}
