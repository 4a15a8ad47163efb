import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useRetryWhenOnline } from './useRetryWhenOnline.ts';

test('a kept tap is carried out even if the connection came back before the listener was added', () => {
  let carriedOut = 0;
  const { result } = renderHook(() => useRetryWhenOnline(() => carriedOut++));
  // jsdom is online already, so no "online" event will follow.
  act(() => result.current.keep());
  expect(carriedOut).toBe(1);
  expect(result.current.kept).toBe(false);
});
