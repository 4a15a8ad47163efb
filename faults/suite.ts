import { afterAll, test } from 'vitest';
import { endAll } from '../server/testing/processes.ts';
import type { Case } from './case.ts';
import { cases } from './cases.ts';
import { openRunner } from './runner.ts';

/** The first case's seed. Each case has its own, or all would buy the same lines in one system. */
const SEED = 200;

export function testOnce(some: Case[]): void {
  const runner = openRunner();
  afterAll(async () => {
    await runner.close();
    await endAll();
  });
  for (const one of some) {
    const skip = Boolean(one.impossible?.());
    test(`fault ${one.number}: ${one.name}`, { timeout: 400_000, skip }, async () => {
      await runner.run(one, SEED + cases.indexOf(one));
    });
  }
}
