import { z } from 'zod';
import type { ScriptLine } from '#shared/script.ts';
import { lineAcceptor } from '../../server/writing/script/acceptLines.ts';
import { type RawLine, scanLines } from '../../server/writing/script/lines.ts';
import { sentencesOf } from '../../server/writing/script/repetition.ts';
import type { ModelAnswer } from './episode.ts';

const request = z.object({
  response_format: z.object({ json_schema: z.object({ name: z.string() }) }),
  prompt_cache_key: z.string().nullish().default(null),
  messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
});
const content = z.union([
  z.string(),
  z
    .array(z.object({ text: z.string() }))
    .transform((parts) => parts.map((part) => part.text).join('')),
]);

export function readRequest(asked: string) {
  const { data } = request.safeParse(parse(asked));
  if (!data) return null;
  return {
    call: data.response_format.json_schema.name,
    episode: data.prompt_cache_key,
    texts: data.messages.map(({ role, content: text }) => ({
      role,
      text: content.catch('').parse(text),
    })),
  };
}

const chunk = z.object({
  choices: z.array(z.object({ delta: z.object({ content: z.string() }) })),
});
const whole = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })),
});

export function textOf(answered: string): string {
  const answer = whole.safeParse(parse(answered)).data;
  if (answer) return answer.choices[0]?.message.content ?? '';
  return answered
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => chunk.safeParse(parse(line.slice(6))).data?.choices[0]?.delta.content ?? '')
    .join('');
}

/** Null for invalid JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

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

/** Accepted lines that later found no time are not lost here. */
export function lossesOf({ place, hosts, instructions, said, lines }: Exchange): ModelAnswer {
  const accept = lineAcceptor(hosts, said.map(lineOf), instructions);
  const cleaned = lines
    .filter(({ speaker, text }) => !accept({ speaker, text }).lines.length)
    .map(({ text }) => text);
  const sentences = lines.flatMap(({ text }) => sentencesOf(text)).length;
  return { place, lines, sentences, cleaned };
}

function lineOf(said: string): ScriptLine {
  return { speaker: said.startsWith('B') ? 'B' : 'A', text: said.replace(/^[AB]: /, '') };
}
