import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useRetryWhenOnline } from './timing.ts';

test('the action runs even if the connection came back before the listener was added', () => {
  let runs = 0;
  const { result } = renderHook(() => useRetryWhenOnline(() => runs++));
  // jsdom is online already, so no "online" event will follow.
  act(() => result.current.wait());
  expect(runs).toBe(1);
  expect(result.current.isWaiting).toBe(false);
});
