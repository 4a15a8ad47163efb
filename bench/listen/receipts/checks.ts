import { z } from 'zod';
import { parse, readRequest, textOf } from '../completion.ts';
import type { CheckedLine } from './episode.ts';

/** A second look at some lines: what was asked, and what was answered. */
export interface Check {
  episode: string | null;
  lines: CheckedLine[];
  /** False where the model gave no answer that can be read. */
  isAnswered: boolean;
}

const asked = z.object({
  task: z.literal('check'),
  lines: z.array(
    z.object({
      line: z.number(),
      says: z.string(),
      basis: z.string(),
      facts: z.array(z.object({ quote: z.string() })),
      fault: z.string().optional(),
    }),
  ),
});
const answered = z.object({
  unsupported: z.array(z.object({ line: z.number(), why: z.string(), rewrite: z.string() })),
});

/** Reads a call of chat completions; null for any but a check. */
export function readCheck(request: string, answer: string): Check | null {
  const read = readRequest(request);
  if (read?.call !== 'check') return null;
  const messages = read.texts.map(({ text }) => asked.safeParse(parse(text)).data);
  const { lines } = messages.find(Boolean) ?? { lines: [] };
  const reply = answered.safeParse(parse(textOf(answer))).data;
  const objections = new Map(reply?.unsupported.map((one) => [one.line, one]));
  return {
    episode: read.episode,
    isAnswered: reply !== undefined,
    lines: lines.map(({ line, says, basis, facts, fault = null }): CheckedLine => {
      const found = objections.get(line);
      return {
        text: says.replace(/^[AB]: /, ''),
        basis,
        quotes: facts.map(({ quote }) => quote),
        fault,
        objection: found ? { why: found.why, rewrite: found.rewrite.trim() || null } : null,
      };
    }),
  };
}
