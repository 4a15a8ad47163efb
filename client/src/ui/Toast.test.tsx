import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ToastProvider, useToast } from './Toast.tsx';
import type { ToastMessage } from './toasts.ts';

// Loaded before the clock is ours: a lazy file waits for no timer then.
beforeAll(() => import('./ToastStack.tsx'));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Bell({ message }: { message: ToastMessage }) {
  const { toast } = useToast();
  return (
    <button type="button" onClick={() => toast(message)}>
      Ring {message.title}
    </button>
  );
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

async function ring(...messages: ToastMessage[]) {
  render(
    <ToastProvider>
      {messages.map((message) => (
        <Bell key={message.title} message={message} />
      ))}
    </ToastProvider>,
  );
  await pass(0);
  for (const { title } of messages) {
    fireEvent.click(screen.getByText(`Ring ${title}`));
    await pass(0);
    expect(screen.getByText(title)).toBeTruthy();
  }
}

const explained = { title: 'One', description: 'Why' };

test('spec 9: one toast is visible at a time, the newest', async () => {
  await ring(explained, { ...explained, title: 'Two' });
  expect(screen.queryByText('One')).toBeNull();
});

test.each<[string, number, ToastMessage]>([
  ['a toast that explains itself', 5000, explained],
  ['a failure', 5000, { title: 'One', kind: 'destructive' }],
  ['a confirmation of one line', 2500, { title: 'One' }],
])('spec 9: %s stays %i ms', async (_, milliseconds, message) => {
  await ring(message);
  await pass(milliseconds - 1);
  expect(screen.getByText('One')).toBeTruthy();
  await pass(1);
  expect(screen.queryByText('One')).toBeNull();
});

test('spec 4: a dismissed toast is forgotten only after 1,000,000 ms', async () => {
  await ring(explained);
  const before = vi.getTimerCount();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await pass(5000);
  const kept = vi.getTimerCount();
  await pass(1_000_000 - 5000 - 1);
  expect(vi.getTimerCount()).toBe(kept);
  await pass(1);
  expect(vi.getTimerCount()).toBe(kept - 1);
  expect(before).toBeGreaterThanOrEqual(kept);
});

test('a toast leaves by its close key', async () => {
  await ring(explained);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await pass(0);
  expect(screen.queryByText('One')).toBeNull();
});

test.each([
  ['50 px to the right do not dismiss a toast', 50, true],
  ['more than 50 px to the right do', 51, false],
  ['any way to the left does not', -200, true],
])('spec 9: %s', async (_, distance, stays) => {
  // jsdom draws nothing, so it captures no pointer either.
  Object.assign(Element.prototype, {
    hasPointerCapture: () => false,
    setPointerCapture: () => undefined,
    releasePointerCapture: () => undefined,
  });
  await ring(explained);
  const card = screen.getByText('One').closest('li');
  if (!card) throw new Error('A toast is an item of the list');
  const at = (clientX: number) => ({ pointerId: 1, button: 0, clientX, clientY: 0 });
  fireEvent.pointerDown(card, at(0));
  fireEvent.pointerMove(card, at(distance / 2));
  fireEvent.pointerMove(card, at(distance));
  fireEvent.pointerUp(card, at(distance));
  await pass(0);
  expect(screen.queryByText('One') !== null).toBe(stays);
});

test('spec 9: F8 takes the focus to the notifications', async () => {
  await ring(explained);
  fireEvent.keyDown(document, { code: 'F8', key: 'F8' });
  const region = screen.getByRole('region', { name: /Notifications \(F8\)/ });
  expect(region.contains(document.activeElement)).toBe(true);
});

test('a toast asked for outside its provider says what is missing', () => {
  expect(() => render(<Bell message={explained} />)).toThrow(
    'useToast must be used within a ToastProvider',
  );
});
