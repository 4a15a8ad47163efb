import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noticePauses } from '../mix/recordEpisode.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Items that come when the test says so. */
function open() {
  const next = [0, 1, 2].map(() => Promise.withResolvers<number>());
  let isClosed = false;
  async function* source() {
    try {
      for (const { promise } of next) yield await promise;
    } finally {
      isClosed = true;
    }
  }
  const onPause = vi.fn<() => void>();
  return { next, onPause, items: noticePauses(source(), onPause), isClosed: () => isClosed };
}

test('a pause is noticed once, and what comes after it is passed on', async () => {
  const { next, onPause, items } = open();
  next[0]?.resolve(7);
  expect(await items.next()).toEqual({ done: false, value: 7 });
  const waiting = items.next();
  await vi.advanceTimersByTimeAsync(990);
  expect(onPause).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onPause).toHaveBeenCalledTimes(1);
  next[1]?.resolve(8);
  expect(await waiting).toEqual({ done: false, value: 8 });
});

test('the end is a pause, and the time that the reader takes is none', async () => {
  const { next, onPause, items, isClosed } = open();
  for (const [at, one] of next.entries()) one.resolve(at);
  for (const _ of next) {
    await items.next();
    await vi.advanceTimersByTimeAsync(60_000);
  }
  expect(onPause).not.toHaveBeenCalled();
  expect(await items.next()).toEqual({ done: true, value: undefined });
  expect([onPause.mock.calls.length, isClosed()]).toEqual([1, true]);
});

test('a reader who leaves closes the source, and its failure is passed on', async () => {
  const left = open();
  left.next[0]?.resolve(0);
  await left.items.next();
  await left.items.return(undefined);
  expect(left.isClosed()).toBe(true);
  const failing = open();
  failing.next[0]?.reject(new Error('gone'));
  await expect(failing.items.next()).rejects.toThrow('gone');
  expect(failing.onPause).not.toHaveBeenCalled();
});
