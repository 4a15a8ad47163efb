import { expect, test } from '@playwright/test';

/**
 * Does it with each of them, as a step of the test, and goes on when one fails. In the end the test
 * fails with all that did, each by its name.
 */
export async function each<T extends string | { path: string }>(
  all: readonly T[],
  act: (one: T) => Promise<void>,
): Promise<void> {
  const failures: string[] = [];
  for (const one of all) {
    const name = typeof one === 'string' ? one : one.path;
    await test
      .step(name, () => act(one))
      .catch((error: Error) => failures.push(`${name}: ${error.message}`));
  }
  expect(failures.join('\n\n')).toBe('');
}
