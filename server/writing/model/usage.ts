import { z } from 'zod';
import type { Usage } from '../script/scriptWriter.ts';

/** `usage` of an answer, or of the last event of a stream (`stream_options.include_usage`). */
const reported = z.object({
  usage: z.object({
    prompt_tokens: z.number().int().min(0),
    completion_tokens: z.number().int().min(0),
    prompt_tokens_details: z
      .object({
        cached_tokens: z.number().int().min(0).nullish(),
        cache_write_tokens: z.number().int().min(0).nullish(),
      })
      .nullish(),
  }),
});

/** English has about four characters to a token (help.openai.com, "What are tokens"). */
const CHARACTERS_A_TOKEN = 4;
export const estimateTokens = (text: string) => Math.ceil(text.length / CHARACTERS_A_TOKEN);

/**
 * Counts the tokens of one call. The provider's own count wins; an answer that ends before it leaves an
 * estimate from the text that was sent and received. That is a little low: the provider also charges
 * for what it wrote until it noticed the closed connection.
 */
export function meter(model: string, sent: string, report: ((usage: Usage) => void) | undefined) {
  let counted: Usage | null = null;
  let isAnswered = false;
  let characters = 0;
  return {
    /** Counts an answer, or an event of one with its text. */
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
