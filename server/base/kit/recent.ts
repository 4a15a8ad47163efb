/** Keeps the `most` values that were used last, each for `keepFor` ms. */
export function openRecent<T>({ most, keepFor }: { most: number; keepFor: number }) {
  // A map keeps the order of insertion, so its first entry is the least recently used.
  const kept = new Map<string, { value: T; until: number }>();
  return {
    get(key: string): T | undefined {
      const entry = kept.get(key);
      if (!entry) return undefined;
      kept.delete(key);
      if (entry.until <= performance.now()) return undefined;
      kept.set(key, entry);
      return entry.value;
    },
    set(key: string, value: T): void {
      kept.delete(key);
      kept.set(key, { value, until: performance.now() + keepFor });
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    },
  };
}
