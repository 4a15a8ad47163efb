import { randomBytes, randomUUID } from 'node:crypto';
import type { ResponseRequest } from './responsesRequest.ts';

/** An id in the API's format, for a `kind` such as `msg`. */
export const idOf = (kind: string): string => `${kind}_${randomBytes(25).toString('hex')}`;

function emptyResponse(request: ResponseRequest) {
  return {
    id: `resp_${randomUUID().replaceAll('-', '')}`,
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    status: 'in_progress',
    background: false,
    completed_at: null,
    error: null,
    incomplete_details: null,
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    max_tool_calls: request.max_tool_calls ?? null,
    model: request.model,
    output: [],
    parallel_tool_calls: true,
    previous_response_id: null,
    prompt_cache_key: request.prompt_cache_key ?? null,
    reasoning: { effort: request.reasoning?.effort ?? null, summary: null },
    safety_identifier: null,
    service_tier: 'default',
    store: request.store ?? true,
    temperature: 1,
    text: { format: { type: 'text' }, verbosity: 'medium' },
    tool_choice: request.tool_choice ?? 'auto',
    tools: request.tools ?? [],
    top_logprobs: 0,
    top_p: 1,
    truncation: 'disabled',
    usage: null,
    user: null,
    metadata: request.metadata ?? {},
  };
}

export function responseTo(
  request: ResponseRequest,
  {
    output,
    status,
    tokens,
  }: { output: object[]; status: string; tokens: { input: number; output: number } },
) {
  return {
    ...emptyResponse(request),
    status,
    completed_at: Math.floor(Date.now() / 1000),
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    output,
    usage: {
      input_tokens: tokens.input,
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens: tokens.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: tokens.input + tokens.output,
    },
  };
}
