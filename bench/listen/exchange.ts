import { z } from 'zod';
import { type RawLine, scanLines } from '../../server/script/lines.ts';

/** A request for lines, as far as it decides which of them are kept, and what the model wrote. */
export interface Exchange {
  /** As it was typed. */
  topic: string;
  place: 'opening' | 'middle' | 'closing';
  hosts: { A: string; B: string };
  /** The instructions, which no line may quote. */
  instructions: string;
  /** All lines before it, as "A: ..." or "B: ...". */
  said: string[];
  lines: RawLine[];
}

const request = z.object({
  response_format: z.object({ json_schema: z.object({ name: z.literal('section') }) }),
  messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
});
const content = z.union([
  z.string(),
  z
    .array(z.object({ text: z.string() }))
    .transform((parts) => parts.map((part) => part.text).join('')),
]);
const data = z.object({
  topic: z.string(),
  hosts: z.object({ A: z.string(), B: z.string() }),
  place: z.enum(['opening', 'middle', 'closing']),
});
const spoken = z.object({ said: z.array(z.string()) });

/** Reads a call of chat completions; null if it did not ask for lines. */
export function readExchange(asked: string, answered: string): Exchange | null {
  const read = request.safeParse(parse(asked));
  if (!read.success) return null;
  const texts = read.data.messages.map(({ role, content: text }) => ({
    role,
    text: content.catch('').parse(text),
  }));
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

const chunk = z.object({
  choices: z.array(z.object({ delta: z.object({ content: z.string() }) })),
});
const whole = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })),
});

/** The text of an answer, streamed or whole. */
function textOf(answered: string): string {
  const answer = whole.safeParse(parse(answered)).data;
  if (answer) return answer.choices[0]?.message.content ?? '';
  return answered
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => chunk.safeParse(parse(line.slice(6))).data?.choices[0]?.delta.content ?? '')
    .join('');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
