import { type Check, openChecks, type Result } from './check.ts';

const LONGEST = 60_000;

export async function resultsOf(suite: (check: Check) => Promise<void>): Promise<Result[]> {
  const results: Result[] = [];
  await suite(openChecks((result) => results.push(result), LONGEST).check);
  return results;
}

export const failuresIn = (results: Result[]): Record<string, string> =>
  Object.fromEntries(
    results.flatMap(({ name, passed, sentence }) => (passed ? [] : [[name, sentence]])),
  );
