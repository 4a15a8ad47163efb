import { afterAll, test } from 'vitest';
import { endAll } from '../server/testing/processes.ts';
import { openSeededRandom } from '../server/testing/random.ts';
import { instances } from './instances.ts';
import { production } from './production.ts';
import { surroundings } from './surroundings.ts';
import { type Case, openSystem, type System } from './system.ts';

const { SEED, SEEDS = '1', ORDERS } = process.env;
/** The first case's. Each case has its own, or all would buy the same lines in one system. */
const FIRST_SEED = 200;
const orders = ORDERS ? Number(ORDERS) : undefined;
/** ms; a flood of hundreds of orders takes longer. */
const TIMEOUT = ORDERS ? 3_600_000 : 400_000;

const cases = [...production, ...surroundings, ...instances].sort(
  (one, other) => one.number - other.number,
);

/** The cases share a system until one of them fails. */
export function testCases(some: Case[]): void {
  let system: System | null = null;
  async function close(): Promise<void> {
    const last = system;
    system = null;
    await last?.close();
  }
  afterAll(async () => {
    await close();
    await endAll();
  });
  for (const one of some) {
    const first = Number(SEED ?? FIRST_SEED + cases.indexOf(one));
    const seeds = Array.from({ length: Number(SEEDS) }, (_, index) => first + index);
    const name = `fault ${one.number}: ${one.name}, seed %i`;
    test.for(seeds)(name, { timeout: TIMEOUT }, async (seed, { annotate, skip }) => {
      const excuse = one.impossible?.();
      if (excuse) skip(`not on this machine: ${excuse}`);
      system ??= await openSystem();
      try {
        await annotate(await one.run(system, openSeededRandom(seed), seed, orders));
      } catch (error) {
        for (const line of system.loggedErrors()) console.error(line);
        await close();
        throw error;
      }
    });
  }
}
