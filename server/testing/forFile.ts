import { afterAll, afterEach, beforeAll } from 'vitest';

/**
 * Opens tools before the tests of a file, resets them after each, and closes them at the end. The
 * returned object is empty before the first test.
 */
export function forFile<Tools extends { close(): Promise<void> }>(
  open: () => Promise<Tools>,
  putInOrder: (tools: Tools) => void,
): Tools {
  const tools = {} as Tools;
  beforeAll(async () => {
    Object.assign(tools, await open());
  });
  afterEach(() => putInOrder(tools));
  afterAll(() => tools.close());
  return tools;
}
