import { z } from 'zod';
import { type RawLine, scanLines } from '../../server/writing/script/lines.ts';
import { parse, readRequest, textOf } from './completion.ts';

export interface Exchange {
  topic: string;
  place: 'opening' | 'middle' | 'closing';
  hosts: { A: string; B: string };
  /** The instructions, which no line may quote. */
  instructions: string;
  /** All lines before it, as "A: ..." or "B: ...". */
  said: string[];
  lines: RawLine[];
}

const data = z.object({
  topic: z.string(),
  hosts: z.object({ A: z.string(), B: z.string() }),
  place: z.enum(['opening', 'middle', 'closing']),
});
const spoken = z.object({ said: z.array(z.string()) });

export function readExchange(asked: string, answered: string): Exchange | null {
  const read = readRequest(asked);
  if (read?.call !== 'section') return null;
  const { texts } = read;
  const messages = texts.filter(({ role }) => role === 'user').map(({ text }) => parse(text));
  const known = data.safeParse(Object.assign({}, ...messages));
  if (!known.success) return null;
  return {
    ...known.data,
    instructions: texts.find(({ role }) => role === 'system')?.text ?? '',
    said: messages.flatMap((message) => spoken.safeParse(message).data?.said ?? []),
    lines: scanLines().push(textOf(answered)),
  };
}
