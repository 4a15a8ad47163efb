import { afterAll, test } from 'vitest';
import { endAll } from '../server/testing/processes.ts';
import { cases } from './cases.ts';
import { openRunner } from './runner.ts';

/* Each fault once, with a seed that everybody runs; `npm run faults` takes new ones, and many. */

/** Of the first; each case has one of its own, or all would buy the same words in one world. */
const SEED = 200;
const runner = openRunner();
afterAll(async () => {
  await runner.close();
  await endAll();
});

for (const [index, one] of cases.entries()) {
  const skip = Boolean(one.impossible?.());
  test(`fault ${one.number}: ${one.name}`, { timeout: 400_000, skip }, async () => {
    await runner.run(one, SEED + index);
  });
}
