import type { Case } from './case.ts';
import { openSystem, type System } from './system.ts';

/** Runs cases one after another in one system, and opens a new system after a failure. */
export function openRunner() {
  let system: System | null = null;
  let isClosed = false;
  async function leave(): Promise<void> {
    const last = system;
    system = null;
    await last?.close();
  }
  return {
    async close(): Promise<void> {
      isClosed = true;
      await leave();
    },
    /** Resolves with how things stood at the fault; rejects with what was broken by it. */
    async run({ run }: Case, seed: number, orders?: number): Promise<string> {
      if (isClosed) throw new Error('nothing is run any more');
      system ??= await openSystem();
      try {
        return await run(system, seed, orders);
      } catch (error) {
        for (const complaint of system.complaints()) console.error(complaint);
        await leave();
        throw error;
      }
    },
  };
}
