import { z } from 'zod';
import { scanObjects } from '../../../server/writing/script/lines.ts';
import { parse, readRequest, textOf } from '../exchange.ts';
import type { CheckedLine } from './episode.ts';

export interface Check {
  episode: string | null;
  lines: CheckedLine[];
  /** False if the model gave no readable answer. */
  isAnswered: boolean;
}

const asked = z.object({
  facts: z.array(z.object({ fact: z.number(), quote: z.string() })),
  lines: z.array(
    z.object({
      line: z.number(),
      says: z.string(),
      basis: z.string().nullable().default(null),
      facts: z.array(z.number()).default([]),
      marks: z.array(z.string()).default([]),
    }),
  ),
});
const judgment = z.object({ line: z.number(), finding: z.string(), say: z.string() });

export function readCheck(request: string, answer: string): Check | null {
  const read = readRequest(request);
  if (read?.call !== 'reading') return null;
  const messages = read.texts.map(({ text }) => Object(parse(text)));
  const { data } = asked.safeParse(Object.assign({}, ...messages));
  const quotes = new Map(data?.facts.map(({ fact, quote }) => [fact, quote]));
  // The product stops reading once it has what it needs.
  const scanner = scanObjects((value) => judgment.safeParse(value).data ?? null);
  const wrong = scanner.push(textOf(answer)).filter(({ finding }) => finding === 'wrong');
  const objections = new Map(wrong.map((one) => [one.line, one]));
  const isAnswered = scanner.found || scanner.closed;
  const lines = (data?.lines ?? []).map(({ line, says, basis, facts, marks }): CheckedLine => {
    const found = objections.get(line);
    // Without an answer, code refuses each marked line that states something.
    const isRefused = !isAnswered && marks.length > 0 && /^(?:fact|inference)$/.test(basis ?? '');
    return {
      text: says.replace(/^[AB]: /, ''),
      basis,
      quotes: facts.flatMap((number) => quotes.get(number) ?? []),
      marks,
      objection: found || isRefused ? { rewrite: found?.say.trim() || null } : null,
    };
  });
  return { episode: read.episode, isAnswered, lines };
}
