import type { System } from './system.ts';

/** One fault of docs/faults.md. */
export interface Case {
  number: number;
  name: string;
  /**
   * `seed` decides what is bought and when the fault happens. Resolves with a description of the
   * state at the fault; rejects with all broken promises.
   */
  run(system: System, seed: number, orders?: number): Promise<string>;
  /** Why it cannot run on this machine. */
  impossible?(): string | null;
}
