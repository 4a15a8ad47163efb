import type { OpenaiAccount } from './account.ts';

/** From openai 7.x: `ChatCompletionCreateParams`, `ResponseCreateParams`, `SpeechCreateParams`. */
const KNOWN = {
  chat: wordsOf(`messages model audio frequency_penalty function_call functions logit_bias logprobs
  max_completion_tokens max_tokens metadata modalities moderation n parallel_tool_calls prediction
  presence_penalty prompt_cache_key prompt_cache_options prompt_cache_retention reasoning_effort
  response_format safety_identifier seed service_tier stop store stream stream_options temperature
  tool_choice tools top_logprobs top_p user verbosity web_search_options input`),
  responses: wordsOf(`access_programs background context_management conversation image include input
  instructions max_output_tokens max_tool_calls metadata model moderation parallel_tool_calls
  previous_response_id prompt prompt_cache_key prompt_cache_options prompt_cache_retention reasoning
  safety_identifier service_tier store stream stream_options temperature text tool_choice tools
  top_logprobs top_p truncation user`),
  speech: wordsOf('input instructions model response_format speed stream_format voice'),
};

function wordsOf(text: string): Set<string> {
  return new Set(text.split(/\s+/));
}

/** The `reasoning_effort` values of each model family; models without an entry do not reason. */
const EFFORTS: [RegExp, string[]][] = [
  [/^gpt-.*-chat-latest$/, ['medium']],
  [/^gpt-(?:5\.[6-9]|[6-9])/, ['none', 'low', 'medium', 'high', 'xhigh', 'max']],
  [/^gpt-5\.\d/, ['none', 'low', 'medium', 'high', 'xhigh']],
  [/^gpt-5/, ['minimal', 'low', 'medium', 'high']],
  [/^o\d/, ['low', 'medium', 'high']],
];

interface ParameterFault {
  code: string;
  param: string;
  message: string;
}

export function parameterFault(
  body: Record<string, unknown>,
  { strict, lacks }: Pick<OpenaiAccount, 'strict' | 'lacks'>,
  endpoint: keyof typeof KNOWN,
): ParameterFault | null {
  const known = KNOWN[endpoint];
  const isUnknown = (name: string) => lacks.includes(name) || (strict && !known.has(name));
  const unknown = Object.keys(body).find(isUnknown);
  if (unknown) {
    const message = `Unknown parameter: '${unknown}'.`;
    return { code: 'unknown_parameter', param: unknown, message };
  }
  if (!strict) return null;
  const model = String(body.model);
  return (
    effortFault(model, 'reasoning_effort', body.reasoning_effort) ??
    effortFault(model, 'reasoning.effort', Object(body.reasoning).effort) ??
    cacheFault(model, body) ??
    limitFault(model, body)
  );
}

function effortFault(model: string, param: string, effort: unknown): ParameterFault | null {
  if (effort === undefined || effort === null) return null;
  const allowed = EFFORTS.find(([family]) => family.test(model))?.[1];
  if (!allowed) {
    const message = `Unrecognized request argument supplied: ${param}`;
    return { code: 'unsupported_parameter', param, message };
  }
  if (allowed.includes(String(effort))) return null;
  const values = allowed.map((value) => `'${value}'`).join(', ');
  const message = `Unsupported value: '${param}' does not support '${effort}' with this model. Supported values are: ${values}.`;
  return { code: 'unsupported_value', param, message };
}

/** Cache breakpoints exist from GPT-5.6 on. */
function cacheFault(model: string, body: Record<string, unknown>): ParameterFault | null {
  if (hasBreakpoints(model)) return null;
  const param = 'prompt_cache_options';
  const marked = JSON.stringify(body.messages ?? []).includes('"prompt_cache_breakpoint"');
  if (!(param in body) && !marked) return null;
  const message = `'${param}' is not supported with this model.`;
  return { code: 'unsupported_parameter', param, message };
}

/** Reasoning models refuse `max_tokens`. */
function limitFault(model: string, body: Record<string, unknown>): ParameterFault | null {
  if (!('max_tokens' in body) || !/^(?:gpt-[5-9]|o\d)/.test(model)) return null;
  const param = 'max_tokens';
  const message = `Unsupported parameter: '${param}' is not supported with this model. Use 'max_completion_tokens' instead.`;
  return { code: 'unsupported_parameter', param, message };
}

/** Whether the model's prompt cache matches at breakpoints rather than at any shared prefix. */
export const hasBreakpoints = (model: string): boolean => /^gpt-(?:5\.[6-9]|[6-9])/.test(model);
