import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showTooltips } from './tooltips.ts';

let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  end = showTooltips();
  render(
    <>
      <button type="button" aria-label="Swap the voices">
        <svg aria-hidden />
      </button>
      <button type="button" aria-label="Share" aria-keyshortcuts="S" />
      <button type="button" aria-label="Speed, 1×">
        1×
      </button>
    </>,
  );
});
afterEach(() => {
  end();
  cleanup();
  vi.useRealTimers();
});

const button = (name: string) => screen.getByRole('button', { name });
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const point = (name: string) => fireEvent.pointerMove(button(name), { pointerType: 'mouse' });
const leave = () => fireEvent.pointerMove(document.body, { pointerType: 'mouse' });
const shown = () => screen.queryByRole('tooltip', { hidden: true })?.textContent ?? null;

test('a tooltip opens when the pointer has rested for 700 ms', async () => {
  point('Share');
  await pass(699);
  expect(shown()).toBeNull();
  await pass(1);
  expect(shown()).toBe('Share (S)');
});

test('a tooltip opens at once within 300 ms of the one before', async () => {
  point('Share');
  await pass(700);
  leave();
  await pass(299);
  expect(shown()).toBeNull();
  point('Swap the voices');
  await pass(0);
  expect(shown()).toBe('Swap the voices');
});

test('a tooltip takes 700 ms again once the one before is more than 300 ms ago', async () => {
  point('Share');
  await pass(700);
  leave();
  await pass(301);
  point('Swap the voices');
  await pass(699);
  expect(shown()).toBeNull();
  await pass(1);
  expect(shown()).toBe('Swap the voices');
});

test('keyboard focus opens a tooltip at once, and Escape closes it', async () => {
  act(() => button('Share').focus());
  await pass(0);
  expect(shown()).toBe('Share (S)');
  fireEvent.keyDown(document, { key: 'Escape' });
  await pass(0);
  expect(shown()).toBeNull();
});

test('a press closes a tooltip, and it stays closed while the mouse is there', async () => {
  point('Share');
  await pass(700);
  fireEvent.pointerDown(button('Share'));
  point('Share');
  await pass(700);
  expect(shown()).toBeNull();
});

test.each([
  ['a button whose face can be read', 'Speed, 1×', 'mouse'],
  ['a finger', 'Share', 'touch'],
])('%s opens no tooltip', async (_, name, pointerType) => {
  fireEvent.pointerMove(button(name), { pointerType });
  await pass(700);
  expect(shown()).toBeNull();
});
