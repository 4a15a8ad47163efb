import type { System } from './system.ts';

/** A fault of the list and what must be true after it. */
export interface Case {
  /** Its number in the list. */
  number: number;
  name: string;
  /**
   * Lets it happen once and judges what came of it; the seed decides what is bought and when it
   * happens, and `orders` how many come where several do. Resolves with how things stood then; rejects with every promise that was broken.
   */
  run(system: System, seed: number, orders?: number): Promise<string>;
  /** Why it cannot happen on this machine; absent where it can everywhere. */
  impossible?(): string | null;
}
