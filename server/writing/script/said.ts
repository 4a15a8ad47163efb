import type { ScriptLine } from '#shared/script.ts';

/** Characters, more than any episode has: bounds the price of a request. */
const MOST_SAID = 40_000;
/** Old lines are dropped in blocks, so that the cached prefix stays the same for a while. */
const FORGOTTEN_AT_ONCE = 64;

/**
 * Gives the whole conversation, not a summary: 25 minutes are 6,000 tokens, most of them cached. A
 * summary would cost another call per section and lose the very words that get repeated.
 */
export function textsOf(said: ScriptLine[]): string[] {
  const lines = said.map(({ speaker, text }) => `${speaker}: ${text}`);
  const size = () => lines.reduce((sum, line) => sum + line.length, 0);
  while (size() > MOST_SAID && lines.length > FORGOTTEN_AT_ONCE) lines.splice(0, FORGOTTEN_AT_ONCE);
  return lines;
}
