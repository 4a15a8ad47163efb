import { z } from 'zod';

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
