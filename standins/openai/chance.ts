/** FNV-1a, 32 bits: the same words always give the same number, on any machine. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  // FNV alone leaves the low bits of similar words alike; this sets them apart.
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}

/** Returns a stream of numbers in [0, 1), always the same for the same words (mulberry32). */
export function chance(words: string): () => number {
  let state = hash(words);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The same words always give the same order. */
export function shuffled<T>(items: readonly T[], words: string): T[] {
  const next = chance(words);
  return items
    .map((item) => ({ item, order: next() }))
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item);
}

export function pick<T>(items: readonly T[], words: string): T | undefined {
  return items[hash(words) % Math.max(1, items.length)];
}
