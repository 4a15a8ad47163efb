import { z } from 'zod';
import { readSpec } from './spec.ts';

const MOST_CALLS = 6;

const content = z.union([z.string(), z.array(z.object({ text: z.string().optional() }))]);

/** Other fields of `POST /v1/responses` are ignored. */
export const responseRequest = z.object({
  model: z.string().min(1),
  input: z.union([
    z.string(),
    z.array(z.object({ role: z.string().optional(), content: content.optional() })).min(1),
  ]),
  instructions: z.string().nullish(),
  tools: z.array(z.object({ type: z.string() })).nullish(),
  tool_choice: z.unknown().optional(),
  max_tool_calls: z.number().int().positive().nullish(),
  max_output_tokens: z.number().int().min(16).nullish(),
  include: z.array(z.string()).nullish(),
  store: z.boolean().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  prompt_cache_key: z.string().nullish(),
  reasoning: z.object({ effort: z.string().nullish() }).nullish(),
});
export type ResponseRequest = z.infer<typeof responseRequest>;

const textOf = (part: z.infer<typeof content> = '') =>
  typeof part === 'string' ? part : part.map(({ text = '' }) => text).join('\n');

export function promptOf({ input, instructions }: ResponseRequest): string {
  const messages = typeof input === 'string' ? [input] : input.map((each) => textOf(each.content));
  return [instructions ?? '', ...messages].join('\n');
}

export function queriesOf(request: ResponseRequest): string[] {
  const { input, tools, tool_choice, max_tool_calls } = request;
  const hasTool = tools?.some(({ type }) => /^web_search(?:_2025_08_26|_preview)?$/.test(type));
  if (!hasTool || tool_choice === 'none') return [];
  const asked = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
  const spec = readSpec(
    asked.filter(({ role }) => role === 'user').map((message) => textOf(message.content)),
  );
  // The product numbers the listener's questions.
  const questions = spec.questions.map((question) => question.replace(/^\d+\W+/, ''));
  const queries = [...new Set([spec.topic, ...questions])].filter(Boolean);
  return queries.slice(0, Math.min(max_tool_calls ?? MOST_CALLS, MOST_CALLS));
}
