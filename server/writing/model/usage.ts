import { z } from 'zod';
import type { Usage } from '../script/scriptWriter.ts';

const count = z.number().int().min(0);

/** In an answer, or in a stream's last event (`stream_options.include_usage`). */
const reported = z.object({
  usage: z.object({
    prompt_tokens: count,
    completion_tokens: count,
    prompt_tokens_details: z
      .object({ cached_tokens: count.nullish(), cache_write_tokens: count.nullish() })
      .nullish(),
  }),
});

/** English has about four characters to a token (help.openai.com, "What are tokens"). */
const CHARACTERS_A_TOKEN = 4;
export const estimateTokens = (text: string) => Math.ceil(text.length / CHARACTERS_A_TOKEN);

/**
 * Without the provider's own count it estimates the tokens, a little low: the provider also charges
 * for what it wrote before it noticed the closed connection.
 */
export function meter(model: string, sent: string, report: ((usage: Usage) => void) | undefined) {
  let counted: Usage | null = null;
  let isAnswered = false;
  let characters = 0;
  return {
    add(answer: unknown, text = '') {
      isAnswered = true;
      characters += text.length;
      const read = reported.safeParse(answer);
      if (!read.success) return;
      const { prompt_tokens, completion_tokens, prompt_tokens_details } = read.data.usage;
      counted = {
        model,
        inputTokens: prompt_tokens,
        cachedTokens: prompt_tokens_details?.cached_tokens ?? 0,
        cacheWriteTokens: prompt_tokens_details?.cache_write_tokens ?? 0,
        outputTokens: completion_tokens,
      };
    },
    /** Reports the call, unless it was never answered: then it cost nothing. */
    end() {
      if (!isAnswered) return;
      report?.(
        counted ?? {
          model,
          inputTokens: estimateTokens(sent),
          cachedTokens: 0,
          cacheWriteTokens: 0,
          outputTokens: Math.ceil(characters / CHARACTERS_A_TOKEN),
        },
      );
    },
  };
}
