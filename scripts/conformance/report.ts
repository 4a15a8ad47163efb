import { type Check, openChecks, type Result } from './check.ts';

/** For one check, ms. */
const LONGEST = 60_000;

/** What a suite finds. */
export async function resultsOf(suite: (check: Check) => Promise<void>): Promise<Result[]> {
  const results: Result[] = [];
  await suite(openChecks((result) => results.push(result), LONGEST).check);
  return results;
}

/** The sentences of what failed, by the checks' names. */
export const failuresIn = (results: Result[]): Record<string, string> =>
  Object.fromEntries(
    results.flatMap(({ name, passed, sentence }) => (passed ? [] : [[name, sentence]])),
  );
