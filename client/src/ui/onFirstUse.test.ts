import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onFirstUse } from './onFirstUse.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('onFirstUse acts once, at the first user input', () => {
  const act = vi.fn();
  onFirstUse(act);
  expect(act).not.toHaveBeenCalled();
  document.body.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
  window.dispatchEvent(new Event('scroll'));
  vi.runAllTimers();
  expect(act).toHaveBeenCalledTimes(1);
});

test('onFirstUse acts after 2.5 seconds without input', () => {
  const act = vi.fn();
  onFirstUse(act);
  vi.advanceTimersByTime(2499);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledTimes(1);
});

test('onFirstUse never acts after being cancelled', () => {
  const act = vi.fn();
  onFirstUse(act)();
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
  vi.runAllTimers();
  expect(act).not.toHaveBeenCalled();
});
