import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { factsOf } from './modelFacts.ts';
import { type Question, systemPrompt } from './prompts.ts';
import type { Brief } from './script.ts';

/** What was answered before and why it would not do. */
export interface Correction {
  reply: string;
  reason: string;
}

/** Which model is asked, and for whom. */
export interface Asker {
  model: string;
  safetyIdentifier?: string | undefined;
}

/** The body of one request to the model. */
export function bodyOf(
  { model, safetyIdentifier }: Asker,
  brief: Brief,
  question: Question,
  corrections: Correction[],
) {
  const { effort: least, hasBreakpoints, isOpenai } = factsOf(model);
  const effort = least && question.thinks ? 'low' : least;
  const data = question.data.map((part, index) => ({
    role: 'user' as const,
    content: marked(JSON.stringify(part), hasBreakpoints && index < question.kept),
  }));
  return {
    model,
    messages: [
      { role: 'system' as const, content: systemPrompt(brief) },
      ...data,
      ...corrections.flatMap(({ reply, reason }) => [
        { role: 'assistant' as const, content: reply },
        { role: 'user' as const, content: `That does not fit: ${reason}. Answer again, whole.` },
      ]),
    ] satisfies ChatCompletionMessageParam[],
    ...(isOpenai && { prompt_cache_key: brief.episode }),
    ...(isOpenai && safetyIdentifier && { safety_identifier: safetyIdentifier }),
    // Without it the end of every request would be kept as well, at a price, and never be met again.
    ...(hasBreakpoints && { prompt_cache_options: { mode: 'explicit' as const } }),
    max_completion_tokens: question.most,
    ...(effort && { reasoning_effort: effort }),
    response_format: {
      type: 'json_schema' as const,
      json_schema: { name: question.name, strict: true, schema: question.schema },
    },
  };
}

/** The end of a marked message is where the provider's cache is written and met again. */
function marked(text: string, isMarked: boolean) {
  if (!isMarked) return text;
  const prompt_cache_breakpoint = { mode: 'explicit' as const };
  return [{ type: 'text' as const, text, prompt_cache_breakpoint }];
}

/** All that is said to the model, for an estimate of what it reads. */
export function textOf({ messages }: Pick<ReturnType<typeof bodyOf>, 'messages'>): string {
  return messages
    .flatMap(({ content }) => (typeof content === 'string' ? content : content.map((p) => p.text)))
    .join('\n');
}
