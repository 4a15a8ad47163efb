import type { Case } from './case.ts';
import { openWorld, type World } from './world.ts';

/** Runs cases one after another in one world; a world in which one failed is left for a new one. */
export function openRunner() {
  let world: World | null = null;
  let isClosed = false;
  async function leave(): Promise<void> {
    const last = world;
    world = null;
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
      world ??= await openWorld();
      try {
        return await run(world, seed, orders);
      } catch (error) {
        for (const complaint of world.complaints()) console.error(complaint);
        await leave();
        throw error;
      }
    },
  };
}
