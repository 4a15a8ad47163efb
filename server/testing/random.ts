export interface SeededRandom {
  /** From 0 inclusive to 1 exclusive. */
  roll(): number;
  chance(share: number): boolean;
  pick<T>(from: readonly T[]): T;
}

/** Mulberry32: small, and uniform enough for tests. */
export function openSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  function roll(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    roll,
    chance: (share) => roll() < share,
    pick(from) {
      const picked = from[Math.floor(roll() * from.length)];
      if (picked === undefined) throw new Error('there is nothing to pick from');
      return picked;
    },
  };
}
