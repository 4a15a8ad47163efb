import { expect, test } from 'vitest';
import {
  type ShownToast,
  TOAST_BRIEF,
  TOAST_DURATION,
  TOAST_LIMIT,
  TOAST_REMOVE_DELAY,
  toasts,
} from './toasts.ts';

const show = (shown: ShownToast[], id: number) =>
  toasts(shown, { do: 'show', toast: { id, title: `Toast ${id}` } });

test('the toast constants are those of the specification', () => {
  const constants = [TOAST_LIMIT, TOAST_REMOVE_DELAY, TOAST_DURATION, TOAST_BRIEF];
  expect(constants).toEqual([1, 1_000_000, 5000, 2500]);
});

test('the newest toast replaces the one before it', () => {
  const shown = show(show([], 1), 2);
  expect(shown).toEqual([{ id: 2, title: 'Toast 2', open: true }]);
});

test('a dismissed toast is closed but kept until it is removed', () => {
  const closed = toasts(show([], 1), { do: 'dismiss', id: 1 });
  expect(closed).toEqual([{ id: 1, title: 'Toast 1', open: false }]);
  expect(toasts(closed, { do: 'remove', id: 1 })).toEqual([]);
});

test('a late removal of an older toast leaves the one on screen', () => {
  const shown = show(show([], 1), 2);
  expect(toasts(shown, { do: 'remove', id: 1 })).toEqual(shown);
  expect(toasts(shown, { do: 'dismiss', id: 1 })).toEqual(shown);
});
