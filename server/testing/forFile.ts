import { afterAll, afterEach, beforeAll } from 'vitest';

/**
 * Tools of a whole test file: opened before its tests, put in order after each, and closed with it.
 * There is nothing in what is returned before the first test.
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
