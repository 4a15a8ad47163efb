import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useKeptTap } from './useKeptTap.ts';

test('a tap is carried out though the connection was back before anybody listened', () => {
  let carriedOut = 0;
  const { result } = renderHook(() => useKeptTap(() => carriedOut++));
  // jsdom is online: the event that would say so has been.
  act(() => result.current.keep());
  expect(carriedOut).toBe(1);
  expect(result.current.kept).toBe(false);
});
