import { act, getConfig } from '@testing-library/react';

const { asyncWrapper } = getConfig();

/**
 * Runs around each `findBy…` and `waitFor`. React runs the effects of what it deferred in a task of
 * its own; a test that goes on before that would press a button that does nothing yet.
 */
export const runEffects: typeof asyncWrapper = (wait) =>
  asyncWrapper(async () => {
    const found = await wait();
    await act(async () => {});
    return found;
  });
