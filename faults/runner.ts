import type { Case } from './case.ts';
import { openSystem, type System } from './system.ts';

/** Runs cases one after another in one system; a failure opens a new one. */
export function openRunner() {
  let system: System | null = null;
  let isClosed = false;
  async function closeSystem(): Promise<void> {
    const last = system;
    system = null;
    await last?.close();
  }
  return {
    async close(): Promise<void> {
      isClosed = true;
      await closeSystem();
    },
    async run({ run }: Case, seed: number, orders?: number): Promise<string> {
      if (isClosed) throw new Error('the runner is closed');
      system ??= await openSystem();
      try {
        return await run(system, seed, orders);
      } catch (error) {
        for (const line of system.loggedErrors()) console.error(line);
        await closeSystem();
        throw error;
      }
    },
  };
}
