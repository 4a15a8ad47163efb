import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beforeUse } from './beforeUse.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first sign of a hand is enough, and only the first', () => {
  const act = vi.fn();
  beforeUse(act);
  expect(act).not.toHaveBeenCalled();
  document.body.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
  window.dispatchEvent(new Event('scroll'));
  vi.runAllTimers();
  expect(act).toHaveBeenCalledTimes(1);
});

test('whoever only reads is not waited for long', () => {
  const act = vi.fn();
  beforeUse(act);
  vi.advanceTimersByTime(2499);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledTimes(1);
});

test('called off, nothing comes of it', () => {
  const act = vi.fn();
  beforeUse(act)();
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
  vi.runAllTimers();
  expect(act).not.toHaveBeenCalled();
});
