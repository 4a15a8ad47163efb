import type { System } from './system.ts';

/** One fault of docs/faults.md, and the check of what must hold after it. */
export interface Case {
  /** Its number in the list. */
  number: number;
  name: string;
  /**
   * Injects the fault once and checks the result. The seed decides what is bought and when the fault
   * happens, `orders` the number of orders if there are several. Resolves with a description of the
   * state at the fault; rejects with all broken promises.
   */
  run(system: System, seed: number, orders?: number): Promise<string>;
  /** Why it cannot run on this machine; absent if it runs everywhere. */
  impossible?(): string | null;
}
