import { act, getConfig } from '@testing-library/react';

const { asyncWrapper } = getConfig();

/**
 * React runs deferred effects in a task of their own; a test that goes on before that would press a
 * button that does nothing yet.
 */
export const runEffects: typeof asyncWrapper = (wait) =>
  asyncWrapper(async () => {
    const found = await wait();
    await act(async () => {});
    return found;
  });
