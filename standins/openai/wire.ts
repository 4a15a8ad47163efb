import { z } from 'zod';

/** Other fields of `POST /v1/chat/completions` are ignored. */
export const completionRequest = z.object({
  model: z.string().min(1),
  messages: z
    .array(
      z.object({
        role: z.string(),
        content: z
          .union([
            z.string(),
            z.array(
              z.object({
                text: z.string().optional(),
                prompt_cache_breakpoint: z.object({ mode: z.literal('explicit') }).nullish(),
              }),
            ),
          ])
          .nullish(),
      }),
    )
    .min(1),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
  max_completion_tokens: z.number().int().positive().nullish(),
  prompt_cache_key: z.string().nullish(),
  prompt_cache_options: z.object({ mode: z.enum(['implicit', 'explicit']).optional() }).nullish(),
  response_format: z
    .object({
      type: z.string(),
      json_schema: z
        .object({
          name: z.string(),
          strict: z.boolean().nullish(),
          schema: z.record(z.string(), z.unknown()).optional(),
        })
        .optional(),
    })
    .nullish(),
});
export type CompletionRequest = z.infer<typeof completionRequest>;

export function textsOf(request: CompletionRequest, role: 'system' | 'user'): string[] {
  return request.messages.flatMap((message) =>
    message.role === role ? [textOf(message.content)] : [],
  );
}

export function fullText(request: CompletionRequest): string {
  return request.messages.map(({ content }) => textOf(content)).join('\n');
}

type Content = CompletionRequest['messages'][number]['content'];

function textOf(content: Content): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => part.text ?? '').join('\n');
}

/** The API sets an implicit breakpoint at the end of the last user message. */
export function prefixesOf({ messages, prompt_cache_options }: CompletionRequest) {
  const marked: string[] = [];
  let implicit: string | null = null;
  let text = '';
  for (const { role, content } of messages) {
    for (const part of typeof content === 'string' ? [{ text: content }] : (content ?? [])) {
      text += `${part.text ?? ''}\n`;
      if ('prompt_cache_breakpoint' in part && part.prompt_cache_breakpoint) marked.push(text);
    }
    if (role === 'user') implicit = text;
  }
  const isImplicit = prompt_cache_options?.mode !== 'explicit' && implicit !== null;
  return isImplicit && implicit !== null ? [...marked, implicit] : marked;
}

/** Splits into pieces of about one token: four characters, as in English. */
export function tokensOf(text: string): string[] {
  return text.match(/[\s\S]{1,4}/gu) ?? [];
}

export function failure(
  message: string,
  code: string | null,
  type = 'invalid_request_error',
  param: string | null = null,
) {
  return { error: { message, type, param, code } };
}

/** Strict schemas need closed objects with every property required, and allow no string lengths. */
export function schemaFault(schema: unknown, path = ''): string | null {
  if (typeof schema !== 'object' || schema === null) return null;
  if ('properties' in schema && typeof schema.properties === 'object' && schema.properties) {
    const names = Object.keys(schema.properties);
    const closed = 'additionalProperties' in schema && schema.additionalProperties === false;
    const required = 'required' in schema && Array.isArray(schema.required) ? schema.required : [];
    if (!closed || names.some((name) => !required.includes(name))) {
      return `In context=(${path}), 'additionalProperties' is required to be supplied and to be false, and every property must be required.`;
    }
  }
  const unsupported = ['minLength', 'maxLength'].find((word) => word in schema);
  if (unsupported) return `In context=(${path}), '${unsupported}' is not permitted.`;
  for (const [name, inner] of Object.entries(schema)) {
    const fault = schemaFault(inner, `${path}/${name}`);
    if (fault) return fault;
  }
  return null;
}
