import type { ScriptLine } from '#shared/script.ts';

/** More characters than any episode has; limits the price of a request. */
const MOST_SAID = 40_000;
/** The oldest lines are dropped in blocks of this size, so that the prefix stays the same for a while. */
const FORGOTTEN_AT_ONCE = 64;

/**
 * The whole conversation instead of a summary: 25 minutes are 6,000 tokens, most of them cached, while a
 * summary would take another call per section and lose the very words that get repeated.
 */
export function textsOf(said: ScriptLine[]): string[] {
  const lines = said.map(({ speaker, text }) => `${speaker}: ${text}`);
  const size = () => lines.reduce((sum, line) => sum + line.length, 0);
  while (size() > MOST_SAID && lines.length > FORGOTTEN_AT_ONCE) lines.splice(0, FORGOTTEN_AT_ONCE);
  return lines;
}
