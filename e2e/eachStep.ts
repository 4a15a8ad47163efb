import { expect, test } from '@playwright/test';

/** Fails only at the end, with all failures by name. */
export async function eachStep<T extends string | { path: string }>(
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
