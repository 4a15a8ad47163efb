import { afterAll, afterEach, beforeAll } from 'vitest';

/** Resets the tools after each test. The returned object is empty before the first one. */
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
