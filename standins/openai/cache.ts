import { hasBreakpoints } from './parameters.ts';
import { allWords, type CompletionRequest, prefixesOf, tokensOf } from './wire.ts';

/** Prompts remembered; one is kept for each key. */
const MEMORY = 1_000;
/** A shorter beginning is not kept; from there on it counts in steps. Tokens, as the API documents. */
const LEAST = 1_024;
const STEP = 128;
/** Breakpoints that one request can write; the latest ones are. */
const WRITES = 4;

interface Read {
  cachedTokens: number;
  /** Null for a model that does not tell. */
  cacheWriteTokens: number | null;
}

/** What the provider still has of a prompt, and what it keeps of it now, in tokens. */
export function promptCache() {
  const last = new Map<string, string>();
  const kept = new Map<string, Set<string>>();
  return {
    read(request: CompletionRequest): Read {
      const key = request.prompt_cache_key ?? '';
      for (const memory of [last, kept]) if (memory.size > MEMORY) memory.clear();
      if (hasBreakpoints(request.model)) {
        const known = kept.get(key) ?? new Set();
        kept.set(key, known);
        return readBreakpoints(prefixesOf(request), known);
      }
      const prompt = allWords(request);
      const cachedTokens = equalStart(last.get(key) ?? '', prompt);
      last.set(key, prompt);
      return { cachedTokens, cacheWriteTokens: null };
    },
  };
}

const count = (text: string) => tokensOf(text).length;

/** From GPT-5.6 on: a prompt is found again exactly where one was marked, and what is kept is told. */
function readBreakpoints(prefixes: string[], known: Set<string>): Read {
  const long = prefixes.filter((prefix) => count(prefix) >= LEAST);
  const found = long.findLast((prefix) => known.has(prefix));
  const written = long.slice(-WRITES).filter((prefix) => !known.has(prefix));
  for (const prefix of written) known.add(prefix);
  const cachedTokens = found ? count(found) : 0;
  const upTo = written.at(-1);
  const cacheWriteTokens = upTo ? Math.max(0, count(upTo) - cachedTokens) : 0;
  return { cachedTokens, cacheWriteTokens };
}

/** Before: how much begins as the last prompt under the same key did, in steps. */
function equalStart(before: string, prompt: string): number {
  let same = 0;
  while (same < before.length && before[same] === prompt[same]) same++;
  const tokens = count(prompt.slice(0, same));
  return tokens < LEAST ? 0 : LEAST + Math.floor((tokens - LEAST) / STEP) * STEP;
}
