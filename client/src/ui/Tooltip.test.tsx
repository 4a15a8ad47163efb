import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Tooltip, TooltipProvider } from './Tooltip.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <TooltipProvider>
      <Tooltip text="Swap the voices">
        <button type="button" aria-label="Swap the voices" />
      </Tooltip>
      <Tooltip text="Share">
        <button type="button" aria-label="Share" />
      </Tooltip>
    </TooltipProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const key = (name: string) => screen.getByRole('button', { name });
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const point = (name: string) => fireEvent.pointerMove(key(name), { pointerType: 'mouse' });
const leave = (name: string) => fireEvent.pointerLeave(key(name), { pointerType: 'mouse' });
const shown = () => screen.queryByRole('tooltip')?.textContent ?? null;

test('a tooltip opens when the pointer has rested for 700 ms', async () => {
  point('Share');
  await pass(699);
  expect(shown()).toBeNull();
  await pass(1);
  expect(shown()).toBe('Share');
});

test('a tooltip opens at once within 300 ms of the one before', async () => {
  point('Share');
  await pass(700);
  leave('Share');
  fireEvent.keyDown(document, { key: 'Escape' });
  await pass(299);
  expect(shown()).toBeNull();
  point('Swap the voices');
  await pass(0);
  expect(shown()).toBe('Swap the voices');
});

test('a tooltip takes 700 ms again once the one before is more than 300 ms ago', async () => {
  point('Share');
  await pass(700);
  leave('Share');
  fireEvent.keyDown(document, { key: 'Escape' });
  await pass(301);
  point('Swap the voices');
  await pass(699);
  expect(shown()).toBeNull();
  await pass(1);
  expect(shown()).toBe('Swap the voices');
});

test('keyboard focus opens a tooltip at once, and Escape closes it', async () => {
  act(() => key('Share').focus());
  await pass(0);
  expect(shown()).toBe('Share');
  fireEvent.keyDown(document, { key: 'Escape' });
  await pass(0);
  expect(shown()).toBeNull();
});
