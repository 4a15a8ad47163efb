import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { systemPrompt } from '../prompts/prompts.ts';
import type { Question } from '../prompts/question.ts';
import type { ScriptSpec } from '../script/scriptWriter.ts';
import { responseFormat, schemaInWords } from './answerForm.ts';
import type { Asking } from './asking.ts';
import { factsOf } from './modelFacts.ts';

export interface Asker {
  model: string;
  safetyIdentifier?: string | undefined;
}

export function bodyOf(
  { model, safetyIdentifier }: Asker,
  spec: ScriptSpec,
  question: Question,
  { corrections, form }: Asking,
) {
  const { effort: least, hasBreakpoints, isOpenai } = factsOf(model);
  const effort = least && question.thinks ? 'low' : least;
  const data = question.data.map((part, index) => ({
    role: 'user' as const,
    content: marked(JSON.stringify(part), hasBreakpoints && index < question.kept),
  }));
  const instructions = question.system ?? systemPrompt(spec);
  const inWords = form === 'schema' ? '' : schemaInWords(question);
  return {
    model,
    messages: [
      { role: 'system' as const, content: instructions + inWords },
      ...data,
      ...corrections.flatMap(({ reply, reason }) => [
        { role: 'assistant' as const, content: reply },
        { role: 'user' as const, content: `That does not fit: ${reason}. Answer again, whole.` },
      ]),
    ] satisfies ChatCompletionMessageParam[],
    ...(isOpenai && { prompt_cache_key: spec.episode }),
    ...(isOpenai && safetyIdentifier && { safety_identifier: safetyIdentifier }),
    // Else the end of every request is cached too, which costs, and is never read again.
    ...(hasBreakpoints && { prompt_cache_options: { mode: 'explicit' as const } }),
    max_completion_tokens: question.most,
    ...(effort && { reasoning_effort: effort }),
    ...responseFormat(form, question),
  };
}

/** The provider caches everything up to the end of a marked message. */
function marked(text: string, isMarked: boolean) {
  if (!isMarked) return text;
  const prompt_cache_breakpoint = { mode: 'explicit' as const };
  return [{ type: 'text' as const, text, prompt_cache_breakpoint }];
}

export function textOf({ messages }: Pick<ReturnType<typeof bodyOf>, 'messages'>): string {
  return messages
    .flatMap(({ content }) => (typeof content === 'string' ? content : content.map((p) => p.text)))
    .join('\n');
}
