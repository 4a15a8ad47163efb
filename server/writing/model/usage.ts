import { z } from 'zod';
import type { Deadlines } from '../../base/kit/provider.ts';
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

/** Somebody's own model may be silent for so many times `idle` (45 s): it loads, and reads. */
const SILENCE = { least: 4, most: 20 };
/** Tokens that it writes within `total` (180 s) at its slowest: 5 a second. */
const TOKENS = 900;
/** An answer may take so many times as long as the slowest so far. */
const MARGIN = 4;

type Work = 'reading' | 'writing';

/** The most milliseconds that a token took in this process, by server, model and work. */
const slowest = new Map<string, number>();

export function noteSpeed(server: string, work: Work, milliseconds: number, tokens: number): void {
  const key = `${server} ${work}`;
  if (tokens > 0) slowest.set(key, Math.max(slowest.get(key) ?? 0, milliseconds / tokens));
}

/** `asked` counts the tokens of the question, `most` those that the answer may have. */
export function ownLimits(
  server: string,
  { asked, most }: { asked: number; most: number },
  { total, idle }: Deadlines,
): Deadlines {
  const paceOf = (work: Work) => slowest.get(`${server} ${work}`) ?? Number.POSITIVE_INFINITY;
  const reading = Math.min(SILENCE.most * idle, MARGIN * paceOf('reading') * asked);
  const silence = Math.max(SILENCE.least * idle, reading);
  const writing = Math.min(total / TOKENS, MARGIN * paceOf('writing')) * most;
  // The SDK takes whole milliseconds only.
  return {
    idle: Math.ceil(silence),
    total: Math.ceil(Math.max(total, silence + writing)),
  };
}
