import { tokensOf } from './wire.ts';

/** Prompts remembered; one is kept for each key. */
const MEMORY = 1_000;
/** A shorter beginning is not kept; from there on it counts in steps. Tokens, as the API documents. */
const LEAST = 1_024;
const STEP = 128;

/** How much of a prompt begins as the last one under the same key did, in tokens. */
export function promptCache() {
  const last = new Map<string, string>();
  return {
    read(key: string, prompt: string): number {
      const before = last.get(key) ?? '';
      if (last.size > MEMORY) last.clear();
      last.set(key, prompt);
      let same = 0;
      while (same < before.length && before[same] === prompt[same]) same++;
      const tokens = tokensOf(prompt.slice(0, same)).length;
      return tokens < LEAST ? 0 : LEAST + Math.floor((tokens - LEAST) / STEP) * STEP;
    },
  };
}
