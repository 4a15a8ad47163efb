import { hasBreakpoints } from './parameters.ts';
import { type CompletionRequest, fullText, prefixesOf, tokensOf } from './wire.ts';

const MAX_KEYS = 1_000;
/** In tokens, as the API documents: the shortest cached prefix, and the steps above it. */
const MIN_PREFIX = 1_024;
const STEP = 128;
const MAX_WRITES = 4;

interface Read {
  cachedTokens: number;
  /** Null for a model that does not report cache writes. */
  cacheWriteTokens: number | null;
}

export function promptCache() {
  const last = new Map<string, string>();
  const kept = new Map<string, Set<string>>();
  return {
    read(request: CompletionRequest): Read {
      const key = request.prompt_cache_key ?? '';
      for (const memory of [last, kept]) if (memory.size > MAX_KEYS) memory.clear();
      if (hasBreakpoints(request.model)) {
        const known = kept.get(key) ?? new Set();
        kept.set(key, known);
        return readBreakpoints(prefixesOf(request), known);
      }
      const prompt = fullText(request);
      const cachedTokens = equalStart(last.get(key) ?? '', prompt);
      last.set(key, prompt);
      return { cachedTokens, cacheWriteTokens: null };
    },
  };
}

const count = (text: string) => tokensOf(text).length;

/** From GPT-5.6 on, prefixes match only at marked breakpoints, and cache writes are reported. */
function readBreakpoints(prefixes: string[], known: Set<string>): Read {
  const long = prefixes.filter((prefix) => count(prefix) >= MIN_PREFIX);
  const found = long.findLast((prefix) => known.has(prefix));
  const written = long.slice(-MAX_WRITES).filter((prefix) => !known.has(prefix));
  for (const prefix of written) known.add(prefix);
  const cachedTokens = found ? count(found) : 0;
  const upTo = written.at(-1);
  const cacheWriteTokens = upTo ? Math.max(0, count(upTo) - cachedTokens) : 0;
  return { cachedTokens, cacheWriteTokens };
}

/** Older models cache the prefix shared with the last prompt of the same key, in whole steps. */
function equalStart(before: string, prompt: string): number {
  let same = 0;
  while (same < before.length && before[same] === prompt[same]) same++;
  const tokens = count(prompt.slice(0, same));
  return tokens < MIN_PREFIX ? 0 : MIN_PREFIX + Math.floor((tokens - MIN_PREFIX) / STEP) * STEP;
}
